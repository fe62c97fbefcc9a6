import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'

/** False on the server and until the page is hydrated, then true. A component that reads it is drawn twice: read it only where it matters. */
export const ScriptedContext = createContext(false)

export const useScripted = () => use(ScriptedContext)

/** For what works only with script: not in the server's HTML, so that nothing there is dead. */
export const Scripted = ({ children }: { children: ReactNode }) => (useScripted() ? children : null)

const never = () => () => {}

/** Wraps the whole page in the browser. The state lives in one place, so that a page that never reads it is drawn once. */
export function ScriptedPage({ children }: { children: ReactNode }) {
  const isScripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return <ScriptedContext value={isScripted}>{children}</ScriptedContext>
}
