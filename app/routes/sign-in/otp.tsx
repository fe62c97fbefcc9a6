import { redirect, href } from 'react-router'
import type { Route } from './+types/otp'

/** The former address of the code page. */
export function loader({ url }: Route.LoaderArgs) {
  throw redirect(href('/verify') + url.search)
}
