import { redirect, href } from 'react-router'
import type { Route } from './+types/first'
import { permit } from '../../http/sign-in/permit.server'

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  return redirect(href('/settings/account'))
}
