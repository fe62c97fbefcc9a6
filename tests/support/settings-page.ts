import type { ReactNode } from 'react'
import type { Actor } from '../../app/domain/access'
import type { Language } from '../../app/vocabulary'
import { pageHtml } from './render'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'

type Settings = {
  default: (props: never) => ReactNode
  loader: (args: never) => unknown
  action: (args: never) => unknown
}

export const PROOF_LIFE_MS = 15 * 60_000

/** A page of settings as the superadmin of the test reads and saves it. */
export function settingsPage(
  settings: Settings,
  at: string,
  test: () => { services: TestServices; superadmin: Actor },
) {
  const send = (
    form: Record<string, string> | [string, string][],
    actor = test().superadmin,
    language: Language = 'en',
  ) =>
    answerOf(() =>
      settings.action(
        visit(test().services, at, {
          actor,
          language,
          form,
        }) as never,
      ),
    )
  const page = async (actionData?: unknown) => {
    const loaderData = await settings.loader(visit(test().services, at, { actor: test().superadmin }) as never)
    return pageHtml(settings.default, { loaderData, actionData }, { at, answer: actionData })
  }

  return { send, page }
}
