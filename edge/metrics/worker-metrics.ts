import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { listenForScrapes } from './listener'

/** How long a worker may take to tell its figures; one that begins, hangs or dies keeps back nobody else's. */
const ANSWER_LIMIT_MS = 4000

type Question = { scrape: number }
type Answer = Question & { text: string }

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'scrape' in message

/** In a worker: tells the figures of this process to the one that started it. */
export function answerScrapes(text: () => Promise<string>): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return
    const answer = (figures: string) => {
      if (process.connected) process.send?.({ scrape: message.scrape, text: figures } satisfies Answer)
    }
    void text().then(answer, () => answer(''))
  })
}

/** In the process that started them: gives the figures of all workers at `at`. */
export const serveWorkerMetrics = (
  at: { port: number; host: string },
  workers: readonly Worker[],
  wanted: number,
  log: Pick<Logger, 'info' | 'error'>,
) => listenForScrapes(at, () => figuresOf(workers, wanted), log)

let asked = 0

async function figuresOf(workers: readonly Worker[], wanted: number): Promise<string> {
  const texts = await Promise.all(workers.filter((worker) => worker.isConnected()).map(ask))
  const told = texts.filter((text) => text !== null).filter((text) => text !== '')
  const own = [
    ['gatehouse_workers', 'Processes that share the port and told their figures', told.length],
    ['gatehouse_workers_wanted', 'Processes that should', wanted],
  ].map(([name, help, n]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${n}`)
  return mergeTexts([own.join('\n\n'), ...told])
}

function ask(worker: Worker): Promise<string | null> {
  const scrape = (asked += 1)
  return new Promise((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(limit)
      worker.off('message', hear)
      worker.off('exit', none)
      resolve(text)
    }
    const none = () => end(null)
    const hear = (message: unknown) => {
      if (isQuestion(message) && message.scrape === scrape && 'text' in message) end((message as Answer).text)
    }
    const limit = setTimeout(none, ANSWER_LIMIT_MS)
    worker.on('message', hear)
    worker.on('exit', none)
    worker.send({ scrape } satisfies Question, (error) => error && none())
  })
}

const HEAD_LINES = 2

/** Each name once, with the lines of all: the format wants them together. */
export function mergeTexts(texts: readonly string[]): string {
  const merged = new Map<string, string[]>()
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const lines = block.split('\n')
    const head = lines.slice(0, HEAD_LINES).join('\n')
    merged.set(head, [...(merged.get(head) ?? []), ...lines.slice(HEAD_LINES)])
  }
  return `${[...merged].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`
}
