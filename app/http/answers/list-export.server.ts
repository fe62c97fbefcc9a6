import type { RouterContextProvider } from 'react-router'
import { languageContext, requestInfoContext, servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import type { Blocks } from '../../domain/audit/export.server'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { csvAnswer, type Cell } from './csv.server'

/** Who takes the list out: cells are written in their language and time zone. */
type Reader = { language: Language; timeZone: string; actor: Permit['actor']; t: (key: TextKey) => string }

/** A column's header and its cell. */
type Column<Row> = readonly [TextKey, (row: Row, reader: Reader) => Cell]

type ListExport<State, Allowed, Row> = {
  fileName: string
  list: { read: (url: URL) => State; search: (state: State) => string }
  /** The command that notes the taking and gives the rows. */
  command: (
    services: Services,
    allowed: Allowed,
    state: State,
    noted: { search: string; requestId: string },
  ) => Promise<Blocks<Row>>
  columns: readonly Column<Row>[]
}

/** A list as its address filters it, as a file. */
export async function listExport<State extends { page: number }, Allowed extends Permit, Row>(
  { url, context }: { url: URL; context: Readonly<RouterContextProvider> },
  allowed: Allowed,
  { fileName, list, command, columns }: ListExport<State, Allowed, Row>,
): Promise<Response> {
  const { actor } = allowed
  const language = context.get(languageContext)
  const t = (key: TextKey) => translate(language, { key })
  const reader: Reader = { language, timeZone: actor.timeZone, actor, t }
  const state = list.read(url)
  const noted = { search: list.search({ ...state, page: 1 }), requestId: context.get(requestInfoContext).requestId }
  const blocks = await command(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks) yield rows.map((row) => columns.map(([, cell]) => cell(row, reader)))
  }
  const header = columns.map(([key]) => t(key))
  return csvAnswer(fileName, header, cells())
}
