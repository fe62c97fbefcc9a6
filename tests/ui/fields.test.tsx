import { describe, expect, it } from 'vitest'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../app/ui/forms/choices'
import { ErrorSummary } from '../../app/ui/forms/error-summary'
import { ConsoleForm } from '../../app/ui/forms/console-form'
import { useForm } from '../../app/ui/forms/form'
import { PageTitle } from '../../app/ui/frame/page-title'
import { SelectField, TextField } from '../../app/ui/forms/text-field'
import { attribute, serverHtml, tagWith } from '../support/render'

describe('a field', () => {
  it('ties its label, its help and its error to the control', async () => {
    const html = await serverHtml(
      <TextField name="uses" label="Maximum uses" help="Whole number" error="Must be at least 1" />,
    )
    const input = tagWith(html, '<input', 'name="uses"')
    expect(attribute(input, 'aria-invalid')).toBe('true')
    expect(tagWith(html, '<label')).toContain(`for="${attribute(input, 'id')}"`)
    const [error, help] = attribute(input, 'aria-describedby')?.split(' ') ?? []
    expect(html).toMatch(new RegExp(`<p id="${error}"[^>]*>.*Must be at least 1</p>`))
    expect(html).toContain(`<p id="${help}" class="field-help">Whole number</p>`)
  })

  it('has neither aria-describedby nor aria-invalid without help and error', async () => {
    const html = await serverHtml(<TextField name="uses" label="Maximum uses" />)
    expect(html).not.toContain('aria-describedby')
    expect(html).not.toContain('aria-invalid')
  })

  it('is marked as optional in the language of the page', async () => {
    expect(await serverHtml(<TextField name="notes" label="Заметка" optional />, { language: 'ru' })).toContain(
      'Необязательно',
    )
  })

  it('marks the chosen option of a select', async () => {
    const options = ['KZ', 'CN'].map((value) => ({ value, label: value }))
    const html = await serverHtml(<SelectField name="country" label="Country" options={options} defaultValue="CN" />)
    expect(html).toContain('<option value="CN" selected="">')
    expect(html).not.toContain('<option value="KZ" selected="">')
  })

  it('offers an empty option of a select under the given label', async () => {
    const options = [{ value: 'KZ', label: 'Kazakhstan' }]
    const html = await serverHtml(<SelectField name="country" label="Country" options={options} emptyLabel="None" />)
    expect(html).toMatch(/<option value=""[^>]*>None<\/option>/)
  })

  it('names a group of choices by its legend', async () => {
    const options = [{ value: 'sms', label: 'SMS' }]
    const html = await serverHtml(<RadioGroup name="channel" label="Send by" options={options} defaultValue="sms" />)
    expect(html).toMatch(/<fieldset[^>]*><legend[^>]*>Send by<\/legend>/)
    expect(tagWith(html, 'type="radio"')).toContain('checked')
  })
})

describe('a group of choices', () => {
  const options = [
    { value: 'sms', label: 'SMS', disabled: true },
    { value: 'email', label: 'E-mail' },
    { value: 'whatsapp', label: 'WhatsApp' },
  ]
  const inputs = (html: string) => [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const led = (html: string) =>
    inputs(html)
      .filter((tag) => attribute(tag, 'id') === 'field-by')
      .map((tag) => attribute(tag, 'value'))

  it('has its anchor id on the choice that Tab reaches first, which is never a disabled one', async () => {
    const radio = (chosen?: string) =>
      serverHtml(<RadioGroup name="by" label="Send by" options={options} defaultValue={chosen} />)
    expect(led(await radio('whatsapp'))).toEqual(['whatsapp'])
    expect(led(await radio())).toEqual(['email'])
    const boxes = <CheckboxGroup name="by" label="Send by" options={options} defaultValue={['whatsapp']} />
    expect(led(await serverHtml(boxes))).toEqual(['email'])
    expect(
      inputs(await radio())
        .filter((tag) => tag.includes(' disabled'))
        .map((tag) => attribute(tag, 'value')),
    ).toEqual(['sms'])
  })

  it('shows its error, its help and that it is optional', async () => {
    const html = await serverHtml(
      <CheckboxGroup name="by" label="Send by" help="As you like" error="Choose one" optional options={options} />,
    )
    expect(attribute(tagWith(html, '<fieldset'), 'aria-describedby')).toBe('field-by-error field-by-help')
    expect(inputs(html).map((tag) => attribute(tag, 'aria-invalid'))).toEqual(['true', 'true', 'true'])
    expect(html).toMatch(/<legend[^>]*>Send by.*Optional/)
  })

  it('shows the error and the help of a single checkbox too', async () => {
    const html = await serverHtml(<Checkbox name="agree" label="I agree" help="Read them" error="Agree first" />)
    const box = tagWith(html, '<input', 'name="agree"')
    expect([attribute(box, 'aria-invalid'), attribute(box, 'aria-describedby')]).toEqual([
      'true',
      'field-agree-error field-agree-help',
    ])
    expect(tagWith(html, '<label')).toContain(`for="${attribute(box, 'id')}"`)
  })
})

describe('a field of a form', () => {
  const Choice = ({ optional }: { optional?: boolean }) => {
    const form = useForm({ drawn: {}, labels: { type: 'Type', note: 'Note' } })
    const options = ['sms', 'email'].map((value) => ({ value, label: value }))
    return (
      <ConsoleForm state={form}>
        <RadioGroup {...form.field('type')} options={options} optional={optional} />
        <TextField {...form.field('note')} optional={optional} />
      </ConsoleForm>
    )
  }

  it('is marked as required, also as a group of choices, unless it is optional', async () => {
    const html = await serverHtml(<Choice />)
    expect(tagWith(html, '<fieldset', 'role="radiogroup"')).toContain('aria-required="true"')
    expect(tagWith(html, '<input', 'name="note"')).toContain('aria-required="true"')
    expect(await serverHtml(<Choice optional />)).not.toContain('aria-required')
  })
})

describe('the summary of errors', () => {
  const uses = { name: 'uses', text: 'Must be at least 1' }
  const email = { name: 'email', text: 'Enter a valid email address' }

  it('lists two errors and links each to its field', async () => {
    const html = await serverHtml(<ErrorSummary answer={{}} errors={[uses, email]} />)
    expect(html).toContain('role="alert"')
    expect(html).toContain('<a href="#field-uses">Must be at least 1</a>')
    expect(html).toContain('<a href="#field-email">Enter a valid email address</a>')
  })

  it('is absent for a single error', async () => {
    expect(await serverHtml(<ErrorSummary answer={{}} errors={[uses]} />)).toBe('')
  })
})

describe('the title of a page', () => {
  const page = <PageTitle>New code</PageTitle>
  const wrong = { result: { status: 'error', error: { uses: ['Must be at least 1'] } }, alert: null, seen: {} }
  const conflict = { result: { status: 'success', initialValue: {} }, alert: null, seen: { version: '3' } }
  const titleIn = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1]

  it.each([
    ['en', 'Error: New code · Gatehouse'],
    ['zh', '错误：New code · Gatehouse'],
    ['ru', 'Ошибка: New code · Gatehouse'],
    ['kk', 'Қате: New code · Gatehouse'],
  ] as const)('begins with the word for error in %s when the form was refused', async (language, title) => {
    expect(titleIn(await serverHtml(page, { language, answer: wrong }))).toBe(title)
  })

  it('begins with it too when the form met only a conflict', async () => {
    expect(titleIn(await serverHtml(page, { answer: conflict }))).toBe('Error: New code · Gatehouse')
  })

  it('stays plain when a form only looked something up', async () => {
    const looked = { result: { status: undefined }, alert: null, seen: {} }
    expect(titleIn(await serverHtml(page, { answer: looked }))).toBe('New code · Gatehouse')
  })
})
