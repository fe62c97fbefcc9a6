import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { PRESENCE_BEAT_MS } from '../../../domain/verifications/claims/claim'

type Viewed = { id: string; viewers: readonly string[] }

/** Says every half minute that this page is looked at, while its tab is in front; who else looks, as last heard. */
export function usePresence(id: string, isOn: boolean, drawn: readonly string[]): readonly string[] {
  const [latest, setLatest] = useState<Viewed | null>(null)
  useEffect(() => {
    if (!isOn) return
    const leaving = new AbortController()
    async function beat() {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch(href('/verifications/:id/presence', { id }), {
        method: 'POST',
        // Only forms are taken.
        body: new URLSearchParams(),
        signal: leaving.signal,
      })
      if (answer.ok) setLatest({ id, ...((await answer.json()) as { viewers: string[] }) })
    }
    // One that fails is made up for by the next.
    const begin = () => void beat().catch(() => null)
    begin()
    const timer = setInterval(begin, PRESENCE_BEAT_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [id, isOn])
  return latest?.id === id ? latest.viewers : drawn
}
