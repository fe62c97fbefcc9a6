#!/bin/sh
# Runs once, when the database is made. Two roles, neither a superuser: one owns the tables and migrates, one is the console.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set owner="$OWNER_PASSWORD" --set console="$CONSOLE_PASSWORD" <<'SQL'
CREATE ROLE gatehouse LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD :'owner';
CREATE ROLE console LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD :'console';
CREATE DATABASE gatehouse OWNER gatehouse;
REVOKE ALL ON DATABASE gatehouse FROM PUBLIC;
GRANT CONNECT ON DATABASE gatehouse TO console;
\connect gatehouse
ALTER SCHEMA public OWNER TO gatehouse;
SQL
