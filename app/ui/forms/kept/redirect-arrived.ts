import type { DataRouter } from 'react-router'
import { onAccepted } from './unsent'

type Router = Pick<DataRouter, 'state' | 'subscribe'>

/**
 * Calls `then` once, when the page that the form redirected to has loaded; returns a function that stops listening. `address` is the
 * form's action. Listens to the router, not to `useNavigation`: React may draw two of the router's updates in either order. A
 * transition that `then` starts is drawn together with the new page.
 */
export function onRedirectArrived(router: Router, address: string, then: () => void): () => void {
  let unsubscribe = () => {}
  const stopHearing = onAccepted(address, () => {
    unsubscribe()
    unsubscribe = router.subscribe(() => {
      if (isOnItsWay(router, address)) return
      unsubscribe()
      then()
    })
  })
  return () => {
    stopHearing()
    unsubscribe()
  }
}

/** A form sent by a fetcher is in flight until the page has been reloaded. */
const isOnItsWay = ({ state: { navigation, fetchers } }: Router, address: string) =>
  navigation.state !== 'idle' || [...fetchers.values()].some(({ formAction }) => formAction?.split('?')[0] === address)
