import { Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/public'
import type { loader as rootLoader } from '../root'
import { LanguageMenu } from '../ui/frame/preference-menus'
import { ErrorPage, useFailure } from './errors/error-page'

/** Pages that anybody may see. They work without script. */
export const handle = { scripts: false }

export default function Public() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return <ErrorPage failure={useFailure(error)} menus={root && <LanguageMenu language={root.language} />} />
}
