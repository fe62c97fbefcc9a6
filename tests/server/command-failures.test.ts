import net, { type AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ServerClient } from '../../app/db/engine/postgres/client.server'
import { tidyUp } from '../../app/domain/jobs/tidy-up.server'
import { runCommand } from '../../scripts/command'
import { testEnv, testServices } from '../support/services'

/** What a command that fails this way writes, and its exit code. */
async function saidOf(command: () => Promise<unknown>): Promise<[said: string, code: unknown]> {
  const says = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = process.exitCode
  try {
    await runCommand(async () => void (await command()))
    return [says.mock.calls.join(''), process.exitCode]
  } finally {
    process.exitCode = before
    says.mockRestore()
  }
}

const fromServer = (code: string, message: string) => Object.assign(new Error(message), { code, severity: 'FATAL' })

it.each([
  [fromServer('3D000', 'database "nosuchdb" does not exist'), 'the server has no database of this name (3D000)'],
  [fromServer('28000', 'role "nobody" does not exist'), 'the server refuses this user or password (28000)'],
  [fromServer('28P01', 'password authentication failed'), 'the server refuses this user or password (28P01)'],
  [fromServer('CERT_HAS_EXPIRED', 'certificate has expired'), 'its certificate does not hold (CERT_HAS_EXPIRED)'],
  [fromServer('57P03', 'the database system is starting up'), 'the server is starting or stopping (57P03)'],
  [fromServer('53100', 'could not extend file'), 'the server has no disk or memory left (53100)'],
  [fromServer('ECONNREFUSED', 'connect ECONNREFUSED ::1:1'), 'nothing listens at its host and port (ECONNREFUSED)'],
])('a command says in one line why it cannot use its database: %s', async (failure, words) => {
  const wrapped = new Error('Failed query: select', { cause: failure })
  const line = `The database cannot be used: ${words}\n`
  expect(await saidOf(() => Promise.reject(failure))).toEqual([line, 1])
  expect(await saidOf(() => Promise.reject(wrapped))).toEqual([line, 1])
})

it('a database host that accepts the connection and stays silent is reported as not answering', async () => {
  const server = net.createServer((socket) => void onTestFinished(() => void socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const connect = () => new ServerClient({ host: '127.0.0.1', port }, 200).connect()
  expect(await saidOf(connect)).toEqual(['The database cannot be used: its host does not answer (silent)\n', 1])
})

it('erasing is refused in one line while the clock is more than a day ahead of the database', async () => {
  const services = await testServices({ env: { ...testEnv(), isProduction: true } })
  services.clock.set(new Date(Date.now() + 2 * 86_400_000))
  expect(await saidOf(() => tidyUp(services))).toEqual([
    'Nothing was erased: the clock is more than a day ahead of that of the database\n',
    1,
  ])
})

it('an unforeseen error is written with its stack', async () => {
  const [said] = await saidOf(() => Promise.reject(new Error('a bug')))
  expect(JSON.parse(said)).toMatchObject({ message: 'a bug', stack: expect.stringContaining('at ') })
})
