import { randomUUID } from 'node:crypto'
import type { Env } from '../../env.server'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { isHttps } from '../cookies/sealed-cookie.server'

const DEVICE_COOKIE = 'device_id'
const DEVICE_MAX_AGE_S = 7 * 24 * 3600
const DEVICE_ID = /^(?:[0-9a-f]{64}\.)?([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

/** A browser: its whole id (`hash.random`, or the random part alone without JavaScript) and the random part. */
export type Device = { id: string; random: string; setCookie: string[] }

/** The browser's device id; a new random one when it has none. The page's script adds the fingerprint hash. */
export function readDevice(request: Request, env: Pick<Env, 'publicOrigin'>): Device {
  const known = readCookie(request.headers.get('cookie'), DEVICE_COOKIE)
  const random = DEVICE_ID.exec(known ?? '')?.[1]
  if (known !== null && random) return { id: known, random, setCookie: [] }
  const made = randomUUID()
  const cookie = writeCookie(DEVICE_COOKIE, made, { maxAgeS: DEVICE_MAX_AGE_S, isSecure: isHttps(env) })
  return { id: made, random: made, setCookie: [cookie] }
}

export const clearDevice = (env: Pick<Env, 'publicOrigin'>): string =>
  writeCookie(DEVICE_COOKIE, '', { maxAgeS: 0, isSecure: isHttps(env) })
