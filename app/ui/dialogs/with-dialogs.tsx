import type { ReactNode } from 'react'
import { useOutlet, useOutletContext } from 'react-router'
import { UnderDialog } from '../frame/page-title'

/**
 * A page with dialogs as child routes. An open dialog comes before everything else on the page, so that without script the skip link
 * leads to it and it is read first; it also sets the tab's title.
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
