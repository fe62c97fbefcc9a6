import type { Dice } from '../../app/demo/dice'
import type { FormField, PageForm } from './crawl'

/** Texts that people and their tools really send, and that attackers would. */
const HOSTILE_TEXTS = [
  '',
  '   ',
  '\u200b\u200b',
  'a'.repeat(501),
  'ю'.repeat(2001),
  'x'.repeat(20_000),
  '0',
  '-1',
  '1e309',
  '2147483648',
  '99999999999999999999',
  '1.5',
  '١٢٣٤٥٦',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '" onmouseover="alert(1)',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '%00%0d%0aSet-Cookie: a=1',
  'first\r\nBcc: everybody@example.com',
  '=cmd|calc!A0',
  '../../etc/passwd',
  'Ресей\u202Egnp.exe',
  '👩‍👩‍👧‍👦 ﷽ Z̸̢͠a̷l̶g̸o̵',
  '長安冷鏈 ҚАЗАҚСТАН ß ẞ İ ı',
  '\ud800',
  'a\u0000b',
  '%ZZ&a=b;c',
  '0f0e0d0c-1111-4222-8333-444455556666',
  '+7 701 000 00 01',
  'someone@example.com, other@example.com',
  '2026-02-30',
  '0000-00-00',
  '25:61',
  'javascript:alert(1)',
  '//evil.example/',
] as const

/** The posted fields, and those texts among them that a person would type. */
export type WrongAnswer = { name: string; fields: [string, string][]; typed: string[] }

const TYPED_KINDS = new Set(['text', 'textarea', 'tel', 'email', 'search', 'number', 'date', 'time', 'color'])
/** A code that was sent is never shown again. */
const isTyped = (field: FormField) => TYPED_KINDS.has(field.kind) && field.name !== 'code'

/** One way to answer a form wrongly. */
export function wrongAnswer(form: PageForm, dice: Dice): WrongAnswer {
  const usual = form.fields.filter((field) => field.kind !== 'button').map(valueOf)
  const way = dice.pick(['texts', 'one text', 'missing', 'doubled', 'choices', 'hidden', 'strange names', 'empty'])
  const fields = change(way, form, usual, dice)
  const typedNames = new Set(form.fields.filter(isTyped).map((field) => field.name))
  // Nobody types one field twice: either of two values may be kept.
  const typed = way === 'doubled' ? [] : fields.filter(([name]) => typedNames.has(name)).map(([, value]) => value)
  return { name: way, fields, typed }
}

const valueOf = (field: FormField): [string, string] => [field.name, field.choices[0] ?? field.value]

function change(way: string, form: PageForm, usual: [string, string][], dice: Dice): [string, string][] {
  const kinds = new Map(form.fields.map((field) => [field.name, field]))
  const hostile = () => dice.pick(HOSTILE_TEXTS)
  const some = usual.length > 0 ? dice.pick(usual)[0] : 'name'
  switch (way) {
    case 'texts':
      return usual.map(([name, value]) => [name, isTyped(kinds.get(name) as FormField) ? hostile() : value])
    case 'one text':
      return usual.map(([name, value]) => [name, name === some ? hostile() : value])
    case 'missing':
      return usual.filter(([name]) => name !== some)
    case 'doubled':
      return [...usual, ...usual.map(([name]): [string, string] => [name, hostile()])]
    case 'choices':
      return usual.map(([name, value]) => [name, kinds.get(name)?.choices.length ? hostile() : value])
    case 'hidden':
      return usual.map(([name, value]) => [name, kinds.get(name)?.kind === 'hidden' ? hostile() : value])
    case 'strange names':
      return [
        ...usual,
        ['__proto__[polluted]', 'yes'],
        ['constructor.prototype.polluted', 'yes'],
        [`${some}[0][a]`, hostile()],
        ['role', 'superadmin'],
        ['status', 'approved'],
        ['reviewerId', '0f0e0d0c-1111-4222-8333-444455556666'],
      ]
    default:
      return []
  }
}

/** Returns an address with search params that no list has. */
export function wrongAddress(address: string, dice: Dice): string {
  const [path = '/'] = address.split('?')
  const names = ['page', 'pageSize', 'status', 'type', 'q', 'username', 'role', 'sort', 'tab', 'id', 'document', 'from']
  const query = Array.from({ length: dice.between(1, 4) }, () => {
    const value = dice.pick(HOSTILE_TEXTS).slice(0, 600)
    return `${dice.pick(names)}=${encodeURIComponent(/\p{Surrogate}/u.test(value) ? 'a' : value)}`
  }).join('&')
  const segments = path.split('/')
  if (dice.chance(0.3)) segments[segments.length - 1] = encodeURIComponent(dice.pick(['x', '0', '..', 'ä', '%', "'"]))
  return `${segments.join('/')}?${query}`
}
