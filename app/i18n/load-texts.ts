import { href } from 'react-router'
import type { TextTree } from './translator'

const RETRIES = 5
const FIRST_WAIT_MS = 350
const CONCURRENT_MAX = 10

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Returns a function that loads a namespace. At most ten load at a time, and one that the network or the server failed is retried
 * (specification 1).
 */
export function textsLoader(language: string): (namespace: string) => Promise<TextTree> {
  let free = CONCURRENT_MAX
  const waiting: (() => void)[] = []

  const ask = async (namespace: string): Promise<TextTree | null> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const answer = await fetch(href('/i18n/:language/:namespace', { language, namespace }))
      if (answer.ok) return await answer.json()
      if (answer.status < 500) throw new WithoutTexts(namespace)
      return null
    } catch (error) {
      if (error instanceof WithoutTexts) throw error
      return null
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }

  return async (namespace) => {
    for (let tried = 0; ; tried += 1) {
      const texts = await ask(namespace)
      if (texts) return texts
      if (tried === RETRIES) throw new WithoutTexts(namespace)
      await pause(FIRST_WAIT_MS * 2 ** tried)
    }
  }
}

class WithoutTexts extends Error {}
