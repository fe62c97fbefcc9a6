import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'

/** False on the server and until the page hears clicks, then true. Whoever asks is drawn a second time then: ask only where it matters. */
export const ScriptedContext = createContext(false)

export const useScripted = () => use(ScriptedContext)

/** What only a script can do: not in the page that the server sends, so that nothing there is dead. */
export const Scripted = ({ children }: { children: ReactNode }) => (useScripted() ? children : null)

const never = () => () => {}

/** The whole page in the browser. Asked in one place, so that a page in which nobody wants to know is drawn once. */
export function ScriptedPage({ children }: { children: ReactNode }) {
  const isScripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return <ScriptedContext value={isScripted}>{children}</ScriptedContext>
}
