import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { PRESENCE_BEAT_MS } from '../../../domain/verifications/claims/claim'

type Viewed = { id: string; viewers: readonly string[] }

/** Reports every half minute that this page is open, while its tab is visible; returns who else looks at it, as last reported. */
export function usePresence(id: string, isOn: boolean, drawn: readonly string[]): readonly string[] {
  const [latest, setLatest] = useState<Viewed | null>(null)
  useEffect(() => {
    if (!isOn) return
    const leaving = new AbortController()
    async function beat() {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch(href('/verifications/:id/presence', { id }), {
        method: 'POST',
        // The server accepts only forms.
        body: new URLSearchParams(),
        signal: leaving.signal,
      })
      if (answer.ok) setLatest({ id, ...((await answer.json()) as { viewers: string[] }) })
    }
    // A failed report is made up for by the next.
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
