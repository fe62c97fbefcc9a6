import { expect, it } from 'vitest'
import { readForm } from '../../app/http/forms/form.server'
import { makeTranslator } from '../../app/i18n/translator'
import { ERASED, pseudonymOf } from '../../app/pseudonyms'

const texts = makeTranslator('en', { common: { formerUser: 'Former user {{code}}', erased: 'Erased' } })
const FORGED = pseudonymOf('0f0e0d0c-1111-4222-8333-444455556666')
const SIGN = '\u2063'

it.each([FORGED, ERASED, `${SIGN}${FORGED}`, `${SIGN}\0#-`, `${SIGN}\u0301#-`])(
  'a posted %j cannot be read as an erased person or as erased words',
  async (typed) => {
    const body = new FormData()
    body.append('text', `as ${typed} said`)
    body.append('file', new File(['a'], 'a.csv'))
    const form = await readForm(new Request('http://localhost/notes', { method: 'POST', body }), {} as never)
    const written = String(form.get('text')).replaceAll('\0', '').normalize('NFC')
    expect(texts.read(written)).toBe(written)
    expect(written).toMatch(/#/)
    expect(await (form.get('file') as File).text()).toBe('a')
  },
)
