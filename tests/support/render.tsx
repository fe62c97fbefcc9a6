import { createElement, type ComponentType, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { textsIn } from '../../app/i18n/texts.server'
import { TextsContext } from '../../app/i18n/use-translation'
import type { Language } from '../../app/vocabulary'

/** The server's HTML of an element, as a browser without scripts gets it; `answer` is what its action said, `root` what the root of the console loaded. */
export async function serverHtml(
  element: ReactElement,
  {
    language = 'en',
    at = '/',
    answer,
    root,
  }: { language?: Language; at?: string; answer?: unknown; root?: unknown } = {},
) {
  const handler = createStaticHandler([
    { path: '*', element, ...(root !== undefined && { id: 'root', loader: () => root }) },
  ])
  const context = await handler.query(new Request(`http://localhost${at}`))
  if (context instanceof Response) throw new Error('The page answered with a redirect')
  if (answer) context.actionData = Object.fromEntries(context.matches.map(({ route }) => [route.id, answer]))
  return renderToStaticMarkup(
    <TextsContext value={textsIn(language)}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </TextsContext>,
  )
}

/** The same for the page of a route, rendered from the data of its loader and action. */
export const pageHtml = (
  Page: (props: never) => ReactNode,
  props: { loaderData: unknown; actionData?: unknown; params?: Record<string, string>; matches?: unknown[] },
  options?: Parameters<typeof serverHtml>[1],
) => serverHtml(createElement(Page as ComponentType<typeof props>, props), options)

/** The opening tag that has all the given attributes, or an error that shows the HTML. */
export function tagWith(html: string, ...attributes: string[]): string {
  const tag = (html.match(/<[a-z][^>]*>/g) ?? []).find((found) =>
    attributes.every((attribute) => found.includes(attribute)),
  )
  if (tag === undefined) throw new Error(`No tag with ${attributes.join(' and ')} in:\n${html}`)
  return tag
}

export function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
}
