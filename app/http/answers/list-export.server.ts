import type { RouterContextProvider } from 'react-router'
import { languageContext, requestInfoContext, servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import type { Blocks } from '../../domain/audit/export-rows.server'
import type { TextKey } from '../../i18n/keys'
import { localizePseudonyms, translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { csvAnswer, type Cell } from './csv.server'
import { failure } from './failures.server'
import { releaseOnDisconnect } from './release-on-disconnect.server'

/** The person who exports the list: cells are written in their language and time zone. */
type Taker = { language: Language; timeZone: string; actor: Permit['actor']; t: (key: TextKey) => string }

/** A column's header and its cell. */
type Column<Row> = readonly [TextKey, (row: Row, reader: Taker) => Cell]

type ListExport<State, Allowed, Row> = {
  fileName: string
  list: { read: (url: URL) => State; search: (state: State) => string }
  /** The command that records the export in the audit log and returns the rows. */
  command: (
    services: Services,
    allowed: Allowed,
    state: State,
    noted: { search: string; requestId: string },
  ) => Promise<Blocks<Row>>
  columns: readonly Column<Row>[]
}

/** Exports that one person may have running: each reads its whole list while others need the database. Two, to allow for a double click. */
const CONCURRENT_MAX = 2
const RETRY_AFTER_S = 30
const underWay = new Map<string, number>()

/** Counts one more running export of a person. Returns a function that ends it, or null when `CONCURRENT_MAX` are running. */
function begin(personId: string): (() => void) | null {
  const count = underWay.get(personId) ?? 0
  if (count >= CONCURRENT_MAX) return null
  underWay.set(personId, count + 1)
  let isUnderWay = true
  return () => {
    const left = (underWay.get(personId) ?? 0) - Number(isUnderWay)
    isUnderWay = false
    if (left > 0) underWay.set(personId, left)
    else underWay.delete(personId)
  }
}

/** Returns the list, filtered by its address, as a CSV file; throws 429 when the person has `CONCURRENT_MAX` exports running. */
export async function listExport<State extends { page: number }, Allowed extends Permit, Row>(
  { url, context }: { url: URL; context: Readonly<RouterContextProvider> },
  allowed: Allowed,
  { fileName, list, command, columns }: ListExport<State, Allowed, Row>,
): Promise<Response> {
  const { actor } = allowed
  const language = context.get(languageContext)
  const labels = new Map<TextKey, string>()
  const t = (key: TextKey) => {
    const known = labels.get(key)
    if (known !== undefined) return known
    const label = translate(language, { key })
    labels.set(key, label)
    return label
  }
  const reader: Taker = { language, timeZone: actor.timeZone, actor, t }
  const read = (cell: Cell) => (typeof cell === 'string' ? localizePseudonyms(language, cell) : cell)
  const state = list.read(url)
  const noted = { search: list.search({ ...state, page: 1 }), requestId: context.get(requestInfoContext).requestId }
  const ended = begin(actor.id)
  if (!ended) throw tooMany(context)
  const blocks = await command(context.get(servicesContext), allowed, state, noted).catch((error: unknown) => {
    ended()
    throw error
  })
  releaseOnDisconnect(context, () => {
    ended()
    blocks.return(undefined).catch(() => {})
  })
  async function* cells() {
    for await (const rows of blocks) yield rows.map((row) => columns.map(([, cell]) => read(cell(row, reader))))
  }
  const header = columns.map(([key]) => t(key))
  return csvAnswer(fileName, header, cells(), ended)
}

function tooMany(context: Readonly<RouterContextProvider>): Response {
  const refusal = failure(context, 429)
  refusal.headers.set('Retry-After', String(RETRY_AFTER_S))
  return refusal
}
