import type { PGlite, Results, Transaction } from '@electric-sql/pglite'

type Query = PGlite['query']

const HAS_ORDER = /\border by\b/i
const IN_ANY_ORDER = /^\s*(select|with|update|delete)\b/i

/** Reverses rows of statements without ORDER BY, so that code relying on their order fails at once, not when the database moves a row. */
export function turnUnordered(client: PGlite): PGlite {
  const { query, transaction } = client
  client.query = turning(query.bind(client))
  client.transaction = (work) =>
    transaction.call(client, (tx: Transaction) =>
      work(Object.create(tx, { query: { value: turning(tx.query) } })),
    ) as never
  return client
}

const turning =
  (query: Query): Query =>
  async <Row>(...[text, ...rest]: Parameters<Query>): Promise<Results<Row>> => {
    const results = await query<Row>(text, ...rest)
    if (IN_ANY_ORDER.test(text) && !HAS_ORDER.test(text)) results.rows.reverse()
    return results
  }
