import type { ReactNode } from 'react'
import { useOutlet, useOutletContext } from 'react-router'
import { UnderDialog } from '../frame/page-title'

/**
 * A page with dialogs as child routes. An open one stands before everything that the page draws, so that without script it is
 * what the skip link leads to and what is read first; it names the tab.
 */
export function WithDialogs({ children }: { children: ReactNode }) {
  const dialog = useOutlet()
  const above = useOutletContext<ReactNode>()
  return (
    <>
      {dialog}
      <UnderDialog value={dialog !== null}>
        {above}
        {children}
      </UnderDialog>
    </>
  )
}
