import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '../../scripts/probe/server-process'
import { childProcesses } from '../support/child-processes'
import { databaseUrl, onServer } from '../support/postgres'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

const { server } = inject('databaseSource')

let served: BuiltConsole
let metricsPort = 0
beforeAll(async () => {
  const serverUrl = server?.url ?? ''
  const name = `metrics_${process.pid}_${Date.now()}`
  await onServer(serverUrl, [`create database ${name}`])
  served = await startBuiltConsole(async () => {
    metricsPort = await freePort()
    return {
      DATABASE_URL: databaseUrl(serverUrl, name),
      METRICS_PORT: String(metricsPort),
      WORKERS: '2',
      LOG_LEVEL: 'info',
    }
  })
  await until(async () => (await figures('gatehouse_workers')).get('') === 2 && started() === 2)
})
afterAll(() => served.stop())

const started = () =>
  fs.readFileSync(path.join(served.dataDir, 'server.log'), 'utf8').split('"event":"started"').length - 1

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50)
}

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

/** The value of each worker, by its label. */
async function figures(name: string, labels: Record<string, string> = {}): Promise<Map<string, number>> {
  const lines = (await scrape()).split('\n')
  const isMeant = (line: string) =>
    new RegExp(`^${name}[ {]`).test(line) && Object.entries(labels).every(([k, v]) => line.includes(`${k}="${v}"`))
  return new Map(
    lines.filter(isMeant).map((line) => [/worker="(\d+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]),
  )
}

/** On a new connection, which either worker may accept. */
const ask = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = new URL(served.server.origin)
    http
      .get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      .on('error', reject)
  })

const ANSWERED = 'gatehouse_http_request_duration_seconds_count'
const ofSignIn = () => figures(ANSWERED, { route: '/sign-in', status: '2xx' })
const sum = (of: Map<string, number>) => [...of.values()].reduce((total, n) => total + n, 0)

it('one scrape shows the requests of all workers, labelled by worker', async () => {
  const before = sum(await ofSignIn())
  let asked = 0
  do {
    expect(await ask('/sign-in')).toBe(200)
    asked += 1
  } while (!((await ofSignIn()).size === 2))
  await expect.poll(async () => sum(await ofSignIn())).toBe(before + asked)
  const text = await scrape()
  expect(text.split(`# TYPE ${ANSWERED.replace('_count', '')} histogram`)).toHaveLength(2)
  const series = text.split('\n').flatMap((line) => (line.startsWith('#') || line === '' ? [] : [line.split(' ')[0]]))
  expect(new Set(series).size).toBe(series.length)
})

it('figures that the workers share come from one of them, and connections from each', async () => {
  expect([...(await figures('gatehouse_database_up'))]).toEqual([['0', 1]])
  expect([...(await figures('gatehouse_job_runs_total', { task: 'counts' })).keys()]).toEqual(['0'])
  const writes = await figures('gatehouse_database_connections', { pool: 'writes', state: 'idle' })
  expect([...writes.keys()].toSorted()).toEqual(['0', '1'])
})

it('a stopped worker is missing from the 2 that are wanted, and the one in its place counts from 0', async () => {
  const [, second = 0] = childProcesses(served.server.pid())
  const before = started()
  process.kill(second, 'SIGSTOP')
  expect((await figures('gatehouse_workers')).get('')).toBe(1)
  expect((await figures('gatehouse_workers_wanted')).get('')).toBe(2)
  process.kill(second, 'SIGKILL')
  await until(() => started() > before)
  await until(async () => (await figures('gatehouse_workers')).get('') === 2)
  expect((await ofSignIn()).get('1') ?? 0).toBe(0)
})

it('at SIGHUP the figures of the new workers replace those of the old ones', async () => {
  const before = started()
  process.kill(served.server.pid(), 'SIGHUP')
  await until(async () => {
    const up = await figures('process_start_time_seconds')
    expect(up.size).toBeLessThanOrEqual(2)
    return started() === before + 2
  })
  await until(async () => (await figures('gatehouse_workers')).get('') === 2)
})

it('at SIGTERM all workers end with 0 and the metrics port is closed', async () => {
  expect(await served.server.kill('SIGTERM')).toBe(0)
  await expect(scrape()).rejects.toThrow()
})
