import { templates } from '../../app/db/schema/templates'
import type { Database } from '../../app/db/engine/database'
import { TEST_START } from './services'

/** A template in all four languages; its id. */
export async function addTemplate(db: Database, more: Partial<typeof templates.$inferInsert> = {}): Promise<string> {
  const [added] = await db
    .insert(templates)
    .values({
      use: 'rejection',
      en: '{document}: it cannot be read.',
      ru: '{document}: текст не читается.',
      kk: '{document}: мәтіні оқылмайды.',
      zh: '{document}：内容无法辨认。',
      createdAt: new Date(TEST_START),
      ...more,
    })
    .returning({ id: templates.id })
  if (!added) throw new Error('No template was added')
  return added.id
}
