import { matchAnswersToItems } from '../../../domain/setup/answers/match-answers'
import type { VerificationStatusOf } from '../../../domain/setup/verification-status.server'
import type { StatusView } from './status-view.server'

type Typed = Readonly<Record<string, unknown>>
type Application = NonNullable<VerificationStatusOf['application']>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * What was typed, in the fields of what is asked for now; those that were not there hold what is stored. Behind the answers stand those
 * that go with nothing any more: of another application everything does.
 */
export function answersToCurrentItems(view: StatusView, { application }: VerificationStatusOf, typed: Typed) {
  const asked = view.application?.asked ?? []
  const said = [typed.answers].flat().map(textOf)
  if (!application || asked.length === 0) return { ...view.values, ...typed, answers: said }
  if (typed.application !== application.id)
    return { ...view.values, note: '', answers: [...asked.map(() => ''), ...said, textOf(typed.note)] }
  const { answers, left } = matchAnswersToItems(itemsOf(application), requestsOf(application), {
    version: Number(typed.version),
    answers: said,
  })
  return { ...view.values, ...typed, answers: [...answers, ...left] }
}

const itemsOf = ({ asked }: Application) => asked.map(({ text, row }) => ({ text, target: row?.target ?? null }))

/** Every request that the applicant was told of, with what it asked for. */
function requestsOf(application: Application) {
  const requests = application.timeline.filter(({ event }) => event === 'info_requested')
  return requests.map(({ version, items }, index) => {
    const rows = application.items.filter((item) => item.version === version)
    if (rows.length > 0) return { version, items: rows }
    return { version, items: index === 0 ? itemsOf(application) : items.map((text) => ({ text, target: null })) }
  })
}
