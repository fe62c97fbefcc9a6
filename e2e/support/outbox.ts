import fs from 'node:fs'
import { expect } from './journey'
import { dataFile } from './own-console'

/** Only whole lines: the last may be half written. */
const readOutbox = () => {
  const outbox = dataFile('outbox.jsonl')
  const written = fs.existsSync(outbox) ? fs.readFileSync(outbox, 'utf8') : ''
  return written.slice(0, written.lastIndexOf('\n') + 1)
}

/** The outbox's present length; what is delivered later is read from here on. */
export const outboxPosition = (): number => readOutbox().length

function messagesTo(to: string, mark: number): string[] {
  const lines = readOutbox().slice(mark).split('\n').filter(Boolean)
  const messages: { to: string; text: string }[] = lines.map((line) => JSON.parse(line))
  return messages.filter((message) => message.to === to).map(({ text }) => text)
}

/** The text of the newest message to a phone or address since the mark; '' while there is none. */
export const messageTo = (to: string, mark: number): string => messagesTo(to, mark).at(-1) ?? ''

/** The newest message with a code: others may follow it. */
const codeTo = (phone: string, mark: number) =>
  messagesTo(phone, mark)
    .map((words) => /\b\d{6}\b/.exec(words)?.[0])
    .findLast(Boolean) ?? ''

/** The six digits sent to a phone since the mark, as soon as they are delivered. */
export async function codeSentTo(phone: string, mark: number): Promise<string> {
  await expect.poll(() => codeTo(phone, mark)).toMatch(/^\d{6}$/)
  return codeTo(phone, mark)
}
