import { messages, parse, protocol, type PGlite, type QueryOptions, type Results } from '@electric-sql/pglite'
import { isPlannedOnce, ONE_PLAN, PLANS_AS_CHOSEN, STALE } from '../prepared'

/** Above this the statement that ran longest ago is forgotten: filters and lists of ids make new texts without end. */
const MOST_STATEMENTS = 300

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
type Prepared = { name: string; types: number[]; description: Message[] }

const { serialize } = protocol

/**
 * Runs single statements; each is parsed once and planned as often as the database sees fit. The six messages that PGlite would send
 * one by one for each run go to the database in one piece.
 */
export function preparedStatements(client: PGlite) {
  const known = new Map<string, Prepared>()
  const toClose: Uint8Array[] = []
  let count = 0

  const send = (...parts: Uint8Array[]) => client.execProtocolStream(Buffer.concat(parts), { syncToFs: false })

  async function prepare(text: string): Promise<Prepared> {
    const found = known.get(text)
    known.delete(text)
    const prepared = found ?? (await describe(text, `s${(count += 1)}`))
    known.set(text, prepared)
    return prepared
  }

  async function describe(text: string, name: string): Promise<Prepared> {
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size === MOST_STATEMENTS) forget(oldest)
    const described = await send(
      ...toClose.splice(0),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    return {
      name,
      types: parse.parseDescribeStatementResults(described),
      description: described.filter((message) => message.name === 'rowDescription'),
    }
  }

  /** The database is told to close it when the next statement is prepared. */
  function forget(text: string): void {
    toClose.push(serialize.close({ type: 'S', name: known.get(text)?.name }))
    known.delete(text)
  }

  return {
    /** To be called while no other statement runs. */
    async run<Row>(text: string, params: readonly unknown[], options?: QueryOptions): Promise<Results<Row>> {
      try {
        const { name, types, description } = await prepare(text)
        const values = params.map((value, at) => written(client, types[at], value))
        const run = [serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]
        const answer = await (isPlannedOnce(text)
          ? send(serialize.query(ONE_PLAN), ...run, serialize.query(PLANS_AS_CHOSEN))
          : send(...run))
        const begins = answer.findIndex((message) => message.name === 'bindComplete')
        const [results] = parse.parseResults([...description, ...answer.slice(begins)], client.parsers, options)
        return results as Results<Row>
      } catch (error) {
        if (error instanceof messages.DatabaseError && STALE.test(error.code ?? ''))
          for (const stale of known.keys()) forget(stale)
        throw error
      }
    },
  }
}

function written(client: PGlite, type: number | undefined, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const serializer = type === undefined ? undefined : client.serializers[type]
  return serializer ? serializer(value) : String(value)
}
