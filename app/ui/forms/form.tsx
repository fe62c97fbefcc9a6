import { useForm as useConform, type FieldMetadata, type FormMetadata } from '@conform-to/react'
import { parse } from '@conform-to/dom'
import type { RestoredDraft } from '../../form-protocol'
import {
  useDrawnForm,
  useSelectFirstOptions,
  useResetOnRedraw,
  type AnyForm,
  type DrawnForm,
  type Reply,
} from './form-state'
import { WRITTEN_FORM_ID } from './kept/kept-form'

type Fields = Record<string, unknown>

/** A form's current state: what it was drawn from, its last reply, its fields. */
export type FormState<Shape extends Fields = Fields, Drawn = unknown, Again extends Reply = Reply> = DrawnForm<
  Drawn,
  Again
> &
  Pick<AnyForm, 'errors' | 'isExplained' | 'former' | 'isKept' | 'markSending' | 'isTaken'> & {
    form: FormMetadata<Shape, string[]>
    fields: ReturnType<FormMetadata<Shape, string[]>['getFieldset']>
    /** The field of that name, or of a row, with its label, for the components that draw fields. */
    field: (which: (keyof Shape & string) | FieldMetadata<unknown>) => LabelledField
    /** Whether a row was just added to the list of that name, and gets the focus. */
    hasNewRow: (name: keyof Shape & string) => boolean
  }

export type LabelledField = { field: FieldMetadata<unknown>; label: string; autoFocus?: boolean }

type FormOptions<Shape extends Fields, Drawn, Answer> = {
  /** The loader's data. */
  drawn: Drawn
  /** The action's answer. */
  answer?: Answer | { proof: unknown }
  /** Present when the server keeps drafts of this form; null when there is none yet. */
  restored?: RestoredDraft<NoInfer<ReplyIn<Answer>>> | null
  /** The fields' initial values. */
  values?: (drawn: Drawn) => { [Name in keyof NoInfer<Shape>]?: unknown }
  /** The label of each field, in order of appearance; `rows.name` for the field of a row. */
  labels: { readonly [Name in keyof Shape]?: string }
  /** Needed when a page has several written forms. */
  id?: string
  /** The path that it is posted to and kept under, when not the page's own. */
  address?: string
}

/** The part of an action's answer that the form is drawn again with. */
type ReplyIn<Answer> = unknown extends Answer ? Reply : Extract<Answer, Reply>

const isReply = (answer: unknown): answer is Reply =>
  typeof answer === 'object' && answer !== null && 'result' in answer && 'seen' in answer

/**
 * A Conform form that holds what it was drawn from, and its last reply, until this very form was accepted. A refetch, on focus or
 * after another action, changes neither: a save is checked against the version that was seen.
 */
export function useForm<Shape extends Fields, Drawn, Answer = unknown>({
  drawn,
  answer,
  restored,
  values,
  labels,
  id = WRITTEN_FORM_ID,
  address,
}: FormOptions<Shape, Drawn, Answer>): FormState<Shape, Drawn, ReplyIn<Answer>> {
  const state = useDrawnForm<Drawn, ReplyIn<Answer>>(
    drawn,
    isReply(answer) ? (answer as ReplyIn<Answer>) : null,
    restored,
    address,
  )
  const kept = state.restored?.refusal.result.initialValue
  const [form, fields] = useConform<Shape>({
    id,
    lastResult: state.reply?.result,
    defaultValue: (kept ?? values?.(state.drawn)) as never,
    // Only row changes happen in the browser; everything else is validated on the server.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as Shape }) }),
  })
  useResetOnRedraw(id, state.drawing)
  useSelectFirstOptions(id, form.key)
  const listed = Object.keys(labels).map(firstOf)
  const order = (name: string) => listed.indexOf(firstOf(name))
  const errors = Object.entries(form.allErrors)
    .filter(([name]) => order(name) >= 0)
    .sort(([one], [other]) => order(one) - order(other))
    .map(([name, [text = '']]) => ({ id: `${id}-${name}`, label: numberedLabel(labels, name), name, text }))
  return {
    ...state,
    form,
    fields,
    errors,
    isExplained: Object.entries(state.reply?.result.error ?? {}).some(([name, texts]) => texts && order(name) >= 0),
    field(which) {
      const field = typeof which === 'string' ? (fields[which] as FieldMetadata<unknown>) : which
      const { name } = field
      return { field, label: labelOf(labels, name) ?? '', ...(errors[0]?.name === name && { autoFocus: true }) }
    },
    hasNewRow: (name) =>
      state.reply?.result.intent?.type === 'insert' || form.value?.[name] !== form.initialValue?.[name],
  }
}

/** The text of a field; '' when the field was posted more than once. */
export const typedText = ({ value }: { value?: unknown }): string => (typeof value === 'string' ? value : '')

type Labels = Readonly<Record<string, string | undefined>>

const firstOf = (name: string) => name.split(/[.[]/)[0] ?? ''

/** The label of `rows[1].name` is found under its own name, `rows.name`, or `rows`. */
const labelOf = (labels: Labels, name: string) =>
  labels[name] ?? labels[name.replaceAll(/\[\d+\]/g, '')] ?? labels[firstOf(name)]

/** The label of a field; for a field of a row, with the row's number. */
function numberedLabel(labels: Labels, name: string): string | undefined {
  const label = labelOf(labels, name)
  const [, index] = /\[(\d+)\]\./.exec(name) ?? []
  return label && index !== undefined ? `${label} ${Number(index) + 1}` : label
}

/** A row's hidden field, which identifies the row. */
export const HiddenField = ({ field }: { field: FieldMetadata<unknown> }) => (
  <input type="hidden" name={field.name} defaultValue={String(field.initialValue ?? '')} key={field.key} />
)
