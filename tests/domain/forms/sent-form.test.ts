import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sentForms } from '../../../app/db/schema/drafts'
import { facts } from '../../../app/db/schema/facts'
import { conflict, done, type Outcome } from '../../../app/domain/outcome'
import { applyOnce } from '../../../app/domain/sent-form.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const send = (id: string, content: string, more: { userId?: string; refused?: boolean } = {}) =>
  db.transaction((tx) =>
    applyOnce(
      tx,
      services,
      { id, userId: more.userId ?? null, content, answer: z.uuid() },
      async (): Promise<Outcome<string, { because: 'full' }>> => {
        if (more.refused) return conflict({ because: 'full' })
        const key = randomUUID()
        await tx.insert(facts).values({ key, value: content })
        return done(key)
      },
    ),
  )

describe('a form', () => {
  it('sent 8 times at once takes effect once and gets the same answer each time', async () => {
    for (let round = 0; round < 12; round++) {
      const id = randomUUID()
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(id, 'A')))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.kind).toBe('done')
      expect(await db.$count(facts)).toBe(round + 1)
    }
  })

  it('gets the same answer 23 hours later, and a conflict that names the result when its content differs', async () => {
    const id = randomUUID()
    const first = await send(id, 'A')
    services.clock.advance(23 * 3_600_000)
    await tidyUp(services)
    expect(await send(id, 'A')).toEqual(first)
    expect(await send(id, 'B')).toEqual(conflict({ because: 'sent', answer: first.kind === 'done' && first.value }))
    expect(await db.$count(facts, eq(facts.value, 'A'))).toBe(1)
    services.clock.advance(2 * 3_600_000)
    await tidyUp(services)
    expect(await db.$count(sentForms)).toBe(0)
  })

  it.each(['the same content', 'other content'])('that was refused can be sent again with %s', async (which) => {
    const id = randomUUID()
    expect(await send(id, 'A', { refused: true })).toEqual(conflict({ because: 'full' }))
    const content = which === 'the same content' ? 'A' : 'B'
    expect((await send(id, content)).kind).toBe('done')
    expect(await db.select({ value: facts.value }).from(facts)).toEqual([{ value: content }])
  })

  it('of somebody else reveals nothing of what it made', async () => {
    const id = randomUUID()
    const { id: userId } = await staff(db, 'manager', 'Ольга Кузнецова')
    await send(id, 'A', { userId })
    expect(await send(id, 'A')).toEqual(conflict({ because: 'sent', answer: null }))
    expect(JSON.stringify(await db.select().from(sentForms))).not.toContain('"A"')
  })
})
