import { once } from 'node:events'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

const BACKLOG = 1
const NEVER_ACCEPTS = `
  const net = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const server = net.createServer().listen({ ...workerData, backlog: ${BACKLOG} }, () => {
    parentPort.postMessage('listening')
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })
`

const SILENT = '127.0.0.2'

/** Returns an address that, until the test ends, answers nothing on this port, as behind a firewall. */
export async function silentAddress(port: number): Promise<string> {
  const worker = new Worker(NEVER_ACCEPTS, { eval: true, workerData: { port, host: SILENT } })
  onTestFinished(async () => void (await worker.terminate()))
  await once(worker, 'message')
  const waiting = Array.from({ length: BACKLOG + 1 }, () => net.connect(port, SILENT))
  onTestFinished(() => waiting.forEach((socket) => socket.destroy()))
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  return SILENT
}
