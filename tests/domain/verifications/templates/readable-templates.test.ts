import { expect, it } from 'vitest'
import {
  insertPosted,
  readableTemplates,
  type TemplateOffer,
} from '../../../../app/domain/verifications/templates/insert-template'

const offer: TemplateOffer = {
  reads: 'kk',
  readsName: 'Қазақша',
  readsInWords: 'Kazakh',
  isReadersOwn: false,
  templates: [
    { id: '1', reader: '{document}: pages are missing.', applicant: '', target: null },
    { id: '2', reader: '{name} is registered already, {name}.', applicant: '', target: null },
    { id: '3', reader: 'Sent on {date}, {unknown}', applicant: '', target: null },
  ],
  base: { reader: { name: 'Blue Heron' }, applicant: {} },
  subjects: [],
  targets: [],
}

it('inserting a template appends to text already written, and then records no template', () => {
  const template = { id: '1', reader: 'Expired.', applicant: 'Мерзімі өткен.', target: null }
  const insert = (reason: string) => {
    const posted = new FormData()
    for (const [name, value] of Object.entries({ reason, pick: '1' })) posted.set(name, value)
    return Object.fromEntries(insertPosted({ ...offer, templates: [template] }, posted))
  }
  expect(insert(' ')).toMatchObject({ reason: 'Мерзімі өткен.', template: '1' })
  const added = insert('Document 7.')
  expect(added).toMatchObject({ reason: 'Document 7.\nМерзімі өткен.' })
  expect(added).not.toHaveProperty('template')
})

it('inserting words about a document records which document they are about', () => {
  const template = { id: '1', reader: '{document}: expired.', applicant: '{document}: мерзімі өткен.', target: null }
  const lease = { reader: { document: 'Lease' }, applicant: { document: 'Жалға алу шарты' } }
  const subjects = [{ id: 'lease', label: 'Lease', target: 'document:lease_agreement', ...lease }]
  const posted = new FormData()
  for (const [name, value] of Object.entries({ pick: '1', pickAbout: 'lease' })) posted.set(name, value)
  expect(Object.fromEntries(insertPosted({ ...offer, templates: [template], subjects }, posted))).toMatchObject({
    reason: 'Жалға алу шарты: мерзімі өткен.',
    template: '1',
    about: 'lease',
  })
})

it('a template offered for choice has known values filled in and empty slots named in words', () => {
  expect(readableTemplates(offer, (slot) => `[${slot}]`).map(({ reader }) => reader)).toEqual([
    '[document]: pages are missing.',
    'Blue Heron is registered already, Blue Heron.',
    'Sent on [date], {unknown}',
  ])
})
