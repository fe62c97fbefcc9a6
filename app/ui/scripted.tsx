import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** False on the server and until the page hears clicks, then true. */
export const useScripted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** What only a script can do: not in the page that the server sends, so that nothing there is dead. */
export const Scripted = ({ children }: { children: ReactNode }) => (useScripted() ? children : null)
