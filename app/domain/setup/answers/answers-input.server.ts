import { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import type { FormStep, Section } from '../../organizations/organization-fields'
import { key, optionalReason, seenVersion } from '../../form-fields'
import type { AnswerPlace } from './asked-items'
import { fieldInput, stepInput, type Reading, type SavedStep } from '../input.server'

/** What the partner changes of a section: the whole of it, or single fields by their names. */
export type FieldAnswer =
  { step: FormStep; whole: SavedStep } | { step: Section; whole: null; values: Readonly<Record<string, unknown>> }

/** An answer to each item, in their order, and perhaps a note. */
export type AnswersInput = {
  /** The application that was asked about when the form was drawn. */
  application: string | null
  version: number
  organizationVersion: number
  note: string | null
  answers: { text: string | null; fields: FieldAnswer | null }[]
}

const application = z.string().nullable().catch(null)
const head = z.object({ application, version: seenVersion, organizationVersion: seenVersion, note: optionalReason })

/**
 * Judges each answer where it belongs: fields as their own forms do, words by themselves. Where no document has come
 * for an item, it needs words. Where the form was drawn for what was asked before (`isOutdated`), nothing is wrong with an answer: it is a repeat of
 * what was sent, or a conflict.
 */
export const answersInput = (
  places: readonly (AnswerPlace & { hasCome?: boolean })[],
  reading: Reading,
  { isOutdated = false } = {},
): z.ZodType<AnswersInput> =>
  z.record(z.string(), z.unknown()).transform((typed, context): AnswersInput => {
    const addIssue = (path: PropertyKey[], message: string) => {
      if (!isOutdated) context.addIssue({ code: 'custom', path, message })
    }
    const report = (error: z.ZodError, under: PropertyKey[] = []) => {
      for (const { path, message } of error.issues) addIssue([...under, ...path], message)
    }
    const said = Array.isArray(typed.answers) ? Array.from(typed.answers) : [typed.answers]
    const textOf = (index: number): string | null => {
      const text = optionalReason.safeParse(said[index])
      if (!text.success) report(text.error, ['answers', index])
      return text.data ?? null
    }
    const answers = places.map((place, index): AnswersInput['answers'][number] => {
      if (place.kind === 'fields') return { text: null, fields: judgeFields(place, typed, reading, report) }
      const text = textOf(index)
      const message: TextKey | null =
        text !== null || place.hasCome
          ? null
          : place.kind === 'words'
            ? key('common:error.required')
            : key('setup:error.documentOrWords')
      if (message) addIssue(['answers', index], message)
      return { text, fields: null }
    })
    const rest = head.safeParse(typed)
    if (!rest.success) {
      for (const { path, message } of rest.error.issues) context.addIssue({ code: 'custom', path: [...path], message })
      return z.NEVER
    }
    return { ...rest.data, answers }
  })

function judgeFields(
  place: AnswerPlace & { kind: 'fields' },
  typed: Readonly<Record<string, unknown>>,
  reading: Reading,
  report: (error: z.ZodError, under?: PropertyKey[]) => void,
): FieldAnswer | null {
  if (place.isWhole) {
    const { step } = place
    const whole = stepInput(step, reading).safeParse(typed)
    if (!whole.success) report(whole.error)
    return whole.success ? { step, whole: whole.data } : null
  }
  const { step, names } = place
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const value = fieldInput(step, name, reading).safeParse(typed[name])
    if (value.success) values[name] = value.data
    else report(value.error, [name])
  }
  return { step, whole: null, values }
}
