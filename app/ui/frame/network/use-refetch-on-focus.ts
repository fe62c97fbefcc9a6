import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { isStale } from './stale'

/** Refetches the page when the window gets the focus and its data is older than 10 s. */
export function useRefetchOnFocus(): void {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const loadedAtMs = useRef(0)
  const isIdle = state === 'idle' && navigation.state === 'idle'

  useEffect(() => {
    if (isIdle) loadedAtMs.current = Date.now()
  }, [isIdle])

  useEffect(() => {
    const refetch = () => {
      if (document.visibilityState !== 'visible' || !isIdle || !isStale(loadedAtMs.current, Date.now())) return
      // Browsers fire both events.
      loadedAtMs.current = Date.now()
      void revalidate()
    }
    window.addEventListener('focus', refetch)
    document.addEventListener('visibilitychange', refetch)
    return () => {
      window.removeEventListener('focus', refetch)
      document.removeEventListener('visibilitychange', refetch)
    }
  }, [isIdle, revalidate])
}
