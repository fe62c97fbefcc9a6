const FIELDS = [
  'id',
  'type',
  'role',
  'organizationId',
  'organizationWords',
  'maximumUses',
  'lastDay',
  'notes',
  'recipient',
  'language',
  'customMessage',
  'rows',
] as const

/** The fields of a form that makes codes, as they were typed; other fields are not taken. */
export type Typed = Record<(typeof FIELDS)[number], string>

export function readTyped(form: FormData): Typed {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as Typed
}
