import { useEffect, useRef } from 'react'
import { preload } from 'react-dom'
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import stylesheet from './app.css?url'
import { languageContext, servicesContext, toastsContext } from './context'
import { failuresMiddleware } from './http/answers/failures.server'
import { languageMiddleware } from './http/preferences/language.server'
import { chosenMiddleware, readRequestPreferences } from './http/preferences/preferences.server'
import { isPrefetch } from './http/queries/prefetch'
import { readToast } from './http/answers/toast.server'
import { formAnswers, revalidateUnlessStayed, tellFormsLeft } from './http/forms/sent-forms'
import { requestInfoMiddleware } from './http/request-info.server'
import { translate } from './i18n/texts.server'
import { useTexts, useTranslation } from './i18n/use-translation'
import { fontPreloads } from './ui/frame/font-preloads'
import pageScript from './ui/frame/plain/page.js?url&no-inline'
import { useServerFacts } from './ui/frame/server-facts'
import { showToast } from './ui/frame/toaster'
import { tellAccepted, tellUnsent } from './ui/forms/kept/unsent'
import { currentLoaderData, isOnlyPassing } from './ui/frame/network/use-pending-page'
import { LANGUAGES } from './vocabulary'
import { ErrorPage, useFailure } from './routes/errors/error-page'

export const middleware: Route.MiddlewareFunction[] = [
  failuresMiddleware,
  requestInfoMiddleware,
  languageMiddleware,
  chosenMiddleware,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  formAnswers({ showToast, tellUnsent, tellAccepted, currentLoaderData }),
]

export const shouldRevalidate = revalidateUnlessStayed

export const links: Route.LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { toast, headers } = isPrefetch(request)
    ? { toast: null, headers: undefined }
    : await readToast(request, context.get(servicesContext))
  const preferences = readRequestPreferences(request, context)
  const cookie = headers?.get('set-cookie')
  const language = context.get(languageContext)
  const body = {
    language,
    preferences,
    toasts: [
      ...(toast
        ? [
            {
              type: toast.type,
              text: translate(language, toast.text),
              detail: toast.detail ? translate(language, toast.detail) : toast.about,
              thread: toast.thread,
            },
          ]
        : []),
      ...context.get(toastsContext),
    ],
  }
  return cookie ? data(body, { headers: { 'Set-Cookie': cookie } }) : data(body)
}

export function Layout({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('ui')
  const facts = useServerFacts()
  const loaded = useRouteLoaderData<typeof loader>('root')
  const hasFailed = Boolean(useRouteError()) || facts?.hasFailed
  const matches = useMatches()
  // The page stays blank until the sheet is loaded, so it is preloaded ahead of the scripts, which React would write first.
  if (import.meta.env.SSR && facts && !facts.styles) preload(stylesheet, { as: 'style' })
  const isScripted = !hasFailed && matches.every((match) => !isScriptless(match.handle))
  return (
    <html
      lang={useTexts([]).language}
      dir={loaded?.preferences.direction ?? facts?.direction}
      data-theme={loaded?.preferences.theme ?? facts?.theme}
      data-font={loaded?.preferences.font ?? facts?.font}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={facts?.nonce} suppressHydrationWarning />}
        <Meta />
        {facts?.styles ? <style nonce={facts.nonce} dangerouslySetInnerHTML={{ __html: facts.styles }} /> : null}
        {/* When the page has its styles inline, the sheet is loaded for the next page and blocks nothing. */}
        <link rel="stylesheet" href={stylesheet} media={facts?.styles ? 'print' : undefined} suppressHydrationWarning />
        <Links nonce="" />
        {loaded &&
          fontPreloads(loaded.preferences.font, loaded.language).map((file) => (
            <link
              key={file}
              rel="preload"
              as="font"
              type="font/woff2"
              fetchPriority="low"
              crossOrigin="anonymous"
              href={file}
            />
          ))}
      </head>
      <body>
        {children}
        {isScripted ? (
          <>
            <script
              id="texts"
              type="application/json"
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: facts?.textsJson ?? '' }}
            />
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          facts && (
            <script
              src={pageScript}
              data-loading={t('loading')}
              data-languages={LANGUAGES.join(' ')}
              nonce={facts.nonce}
              defer
            />
          )
        )}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useEffect(() => void setTimeout(markScripted), [])
  useEffect(() => void (isOnlyPassing() || tellFormsLeft({ showToast, tellUnsent })), [])
  useOneLanguage(loaderData)
  return <Outlet />
}

/** When another window has changed the language, loads the next page as a document with its texts, unless a toast would be lost. */
function useOneLanguage({ language, toasts }: Route.ComponentProps['loaderData']) {
  const { pathname } = useLocation()
  const isOther = useTexts([]).language !== language && toasts.length === 0
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (isOther && shownAt.current !== pathname) location.replace(pathname + location.search)
    shownAt.current = pathname
  }, [isOther, pathname])
}

/** Shows errors that no inner boundary caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage failure={useFailure(error)} />
}

/** The last task after hydration: effects run from the inside out, and dialogs listen for clicks outside them from the next task on. */
const markScripted = () => void (document.documentElement.dataset.scripted = '')

const isScriptless = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'scripts' in handle && handle.scripts === false
