import type { DataRouter } from 'react-router'
import { onTaken } from './unsent'

type Router = Pick<DataRouter, 'state' | 'subscribe'>

/**
 * Calls once what a form that was sent to an address led to is there. The router itself says so: React draws what it told at two times
 * in either order. Called as the router tells its own page of it, a transition is drawn together with that page. Gives back how to stop.
 */
export function onRedirectArrived(router: Router, address: string, then: () => void): () => void {
  let unsubscribe = () => {}
  const stopHearing = onTaken(address, () => {
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

/** A form that is sent beside the page is on its way until the page was asked for anew. */
const isOnItsWay = ({ state: { navigation, fetchers } }: Router, address: string) =>
  navigation.state !== 'idle' || [...fetchers.values()].some(({ formAction }) => formAction?.split('?')[0] === address)
