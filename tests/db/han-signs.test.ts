import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readRows } from '../../app/db/engine/sql'
import { searchKey } from '../../app/domain/names/search-key.server'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()

it.each(['天山物流 70348', '丝路·冷链(上海)有限公司', '𠮷野家 Cargo 物', 'Steppe Freight', 'Жетісу Қойма', ''])(
  'each Chinese sign and each pair of neighbouring ones in %j is found, and no other',
  async (name) => {
    const key = searchKey(name)
    const signs = [...key]
    const pairs = signs.map((sign, n) => sign + (signs[n + 1] ?? ''))
    const looked = [...new Set([...signs, ...pairs, '物', '流', '山天', '货运'])].filter((text) =>
      /^\p{Script=Han}{1,2}$/u.test(text),
    )
    const found = await readRows<{ text: string }>(
      db,
      sql`select text from jsonb_array_elements_text(${JSON.stringify(looked)}::jsonb) text where han_signs(${key}) @> array[text]`,
    )
    expect(found.map(({ text }) => text).toSorted()).toEqual(looked.filter((text) => key.includes(text)).toSorted())
  },
)
