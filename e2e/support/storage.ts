import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { copyFolder, makeDemoData } from '../../scripts/probe/demo-data'
import { databaseUrl, onServer } from '../../tests/support/postgres'

const BUILT_SERVER = path.resolve('build/server/server.js')
export const BUILT_CONSOLES = path.resolve('build/server/consoles.js')
/** Journeys run on the embedded database unless this names a PostgreSQL server. */
const serverUrl = process.env.E2E_DATABASE_URL
const root = () => process.env.E2E_ROOT ?? ''
/** The log of this run's consoles. */
export const logFile = () => path.join(root(), 'consoles.log')
/** The demo data, which tests that ran before may already have made. */
const prepared = () => (serverUrl ? undefined : process.env.DEMO_DATA) ?? path.join(root(), 'prepared')
const databaseOf = (dataDir: string) => `${path.basename(root())}_${path.basename(dataDir)}`.replaceAll(/\W/g, '_')

/** Retries, because a console may still write while it ends. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** The variables that tell a console where its data are, besides its folder. */
export function databaseVariables(dataDir: string): Record<string, string> {
  return serverUrl ? { DATABASE_URL: databaseUrl(serverUrl, databaseOf(dataDir)) } : {}
}

/** A folder for the whole run, which workers find through the environment, and the data to copy. */
export async function makePrepared(): Promise<void> {
  process.env.E2E_ROOT = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse_e2e_'))
  if (serverUrl) await onServer(serverUrl, [`CREATE DATABASE "${databaseOf(prepared())}"`])
  await makeDemoData(prepared(), BUILT_SERVER, databaseVariables(prepared()))
}

export async function copyPrepared(name: string): Promise<string> {
  const copy = fs.mkdtempSync(path.join(root(), `${name}-`))
  copyFolder(prepared(), copy)
  if (serverUrl)
    await onServer(serverUrl, [`CREATE DATABASE "${databaseOf(copy)}" TEMPLATE "${databaseOf(prepared())}"`])
  return copy
}

export async function dropCopy(copy: string): Promise<void> {
  if (serverUrl) await onServer(serverUrl, [`DROP DATABASE IF EXISTS "${databaseOf(copy)}" WITH (FORCE)`])
  fs.rmSync(copy, REMOVAL)
}

export async function dropPrepared(): Promise<void> {
  if (serverUrl) await dropCopy(prepared())
  fs.rmSync(root(), REMOVAL)
}
