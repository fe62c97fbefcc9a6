import fs from 'node:fs'
import { expect } from './journey'
import { dataFile } from './own-console'

const readOutbox = () => {
  const outbox = dataFile('outbox.jsonl')
  return fs.existsSync(outbox) ? fs.readFileSync(outbox, 'utf8') : ''
}

/** How much was delivered so far; what comes later is read from here on. */
export const markOutbox = (): number => readOutbox().length

/** The words of the newest message to a phone or address since the mark; empty while there is none. */
export function messageTo(to: string, mark: number): string {
  const lines = readOutbox().slice(mark).split('\n').filter(Boolean)
  const messages = lines.map((line) => JSON.parse(line)).filter((message) => message.to === to)
  return messages.at(-1)?.text ?? ''
}

const codeIn = (words: string) => /\b\d{6}\b/.exec(words)?.[0] ?? ''

/** The six digits sent to a phone since the mark, as soon as they are delivered. */
export async function codeSentTo(phone: string, mark: number): Promise<string> {
  await expect.poll(() => codeIn(messageTo(phone, mark))).toMatch(/^\d{6}$/)
  return codeIn(messageTo(phone, mark))
}
