import { describe, expect, it } from 'vitest'
import { RadioGroup } from '../../app/ui/forms/choices'
import { ConsoleForm } from '../../app/ui/forms/console-form'
import { useForm } from '../../app/ui/forms/form'
import { RefusalNotice } from '../../app/ui/forms/refusal-notice'
import { TextField } from '../../app/ui/forms/text-field'
import { attribute, serverHtml, tagWith } from '../support/render'

const REQUIRED = 'This field is required'

function Contact({ wrong }: { wrong: readonly string[] }) {
  const error = Object.fromEntries(wrong.map((name) => [name, [REQUIRED]]))
  const form = useForm({
    drawn: {},
    answer: { result: { status: 'error' as const, initialValue: {}, error }, alert: null, seen: {} },
    labels: { person: 'Contact person', city: 'City', street: 'Street', role: 'Role' },
  })
  return (
    <ConsoleForm state={form}>
      <TextField {...form.field('person')} />
      <TextField {...form.field('city')} />
      <TextField {...form.field('street')} />
      <RadioGroup
        {...form.field('role')}
        options={[
          { value: 'admin', label: 'Admin' },
          { value: 'cashier', label: 'Cashier' },
        ]}
      />
    </ConsoleForm>
  )
}

type Refused = { alert?: string | null; wrong?: string; isRestored?: boolean }

/** A form refused because its data has changed: with its own notice, or a sentence about the whole form. */
function Overtaken({ alert = null, wrong, isRestored = false }: Refused) {
  const error = wrong === undefined ? undefined : { [wrong]: [REQUIRED] }
  const status = error ? ('error' as const) : ('success' as const)
  const refusal = { result: { status, initialValue: {}, error }, alert, seen: { version: '2' } }
  const form = useForm({
    drawn: {},
    answer: isRestored ? undefined : refusal,
    restored: isRestored ? { refusal, at: 'a minute ago', text: 'kept', others: [] } : undefined,
    labels: { city: 'City' },
  })
  return (
    <ConsoleForm state={form}>
      {alert === null ? <RefusalNotice state={form} title="Changed meanwhile" /> : null}
      <TextField {...form.field('city')} />
    </ConsoleForm>
  )
}

const noticeIn = (html: string) => tagWith(html, 'class="callout', 'role="alert"')

const focused = (html: string) =>
  [...html.matchAll(/<input[^>]* autofocus[^>]*>/gi)].map(([tag]) => attribute(tag, 'name'))

describe('a refused form without script', () => {
  it('focuses its single wrong field, which shows the error', async () => {
    const html = await serverHtml(<Contact wrong={['city']} />)
    expect(focused(html)).toEqual(['city'])
    const id = attribute(tagWith(html, '<input', 'name="city"'), 'aria-describedby')
    expect(html).toMatch(new RegExp(`<p id="${id}"[^>]*>.*${REQUIRED}</p>`))
    expect(html).not.toContain('error-summary')
  })

  it('focuses the first choice of a group in which nothing was chosen, and links to it', async () => {
    expect(focused(await serverHtml(<Contact wrong={['role']} />))).toEqual(['role'])
    const html = await serverHtml(<Contact wrong={['city', 'role']} />)
    const [, id] = /<a href="#([^"]*)">Role:/.exec(html) ?? []
    expect(attribute(tagWith(html, '<input', 'value="admin"'), 'id')).toBe(id)
  })

  it('lists several wrong fields above them, each with a link', async () => {
    const html = await serverHtml(<Contact wrong={['street', 'person']} />)
    expect(focused(html)).toEqual(['person'])
    const links = [...html.matchAll(/<a href="#([^"]*)">([^<]*)<\/a>/g)].map(([, id, text]) => [id, text])
    expect(links).toEqual(
      ['person', 'street'].map((name) => [
        attribute(tagWith(html, '<input', `name="${name}"`), 'id'),
        `${name === 'person' ? 'Contact person' : 'Street'}: ${REQUIRED}`,
      ]),
    )
  })
})

describe('a form refused because its data has changed', () => {
  it.each([
    ['a notice of its own', {}],
    ['a sentence about the whole', { alert: 'This is not possible now' }],
  ])('focuses %s, even without script', async (_, refused: Refused) => {
    const notice = noticeIn(await serverHtml(<Overtaken {...refused} />))
    expect(attribute(notice, 'tabindex')).toBe('-1')
    expect(notice).toMatch(/ autofocus/i)
  })

  it('leaves the focus to a wrong field when there is one', async () => {
    const html = await serverHtml(<Overtaken alert="Look again" wrong="city" />)
    expect(noticeIn(html)).not.toMatch(/autofocus/i)
    expect(focused(html)).toEqual(['city'])
  })

  it('moves no focus when a restored draft is shown with the refusal', async () => {
    expect(noticeIn(await serverHtml(<Overtaken isRestored />))).not.toMatch(/autofocus/i)
  })
})
