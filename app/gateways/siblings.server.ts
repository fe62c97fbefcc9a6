import cluster from 'node:cluster'
import type { Siblings } from './ports'

/** A message from one process to the others that share its port; passed on by the process that started them. */
type SiblingMessage = { sibling: string; text: string }

export const isSiblingMessage = (message: unknown): message is SiblingMessage =>
  typeof message === 'object' && message !== null && 'sibling' in message && 'text' in message

/** The other processes of this console; a console of one process has none, and sends nothing. */
export function openSiblings(): Siblings {
  if (!cluster.isWorker) return { tell: () => {}, on: () => {} }
  return {
    tell: (topic, text) => {
      if (process.connected) process.send?.({ sibling: topic, text } satisfies SiblingMessage)
    },
    on: (topic, listen) =>
      void process.on('message', (message) => {
        if (isSiblingMessage(message) && message.sibling === topic) listen(message.text)
      }),
  }
}
