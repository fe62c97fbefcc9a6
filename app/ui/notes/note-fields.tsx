import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Field } from '../forms/field'
import type { FormState } from '../forms/form'
import { Icon } from '../icon'
import { Kbd } from '../kbd'
import { focusOn } from '../frame/announcer'
import { isComposing, isSendKey } from '../frame/shortcuts'
import { SelectField } from '../forms/text-field'
import { isNameTyped, typedMention } from './typed-mention'
import { UserText } from '../user-text'

export type MentionedPerson = { id: string; name: string }

type NoteFieldsProps = {
  form: Pick<FormState<{ text: unknown; mentions: unknown }>, 'field' | 'fields'>
  people: readonly MentionedPerson[]
  /** The key that focuses this field, when single keys are on. */
  keyHint: string | null
}

/** A note's text, and the people it mentions: by typing @, or without script by choosing. */
export function NoteFields({ form, people, keyHint }: NoteFieldsProps) {
  const { t } = useTranslation('notes')
  const text = form.field('text')
  const { initialValue, key } = text.field
  return (
    <>
      <Field {...text}>
        {(control) => (
          <NoteArea
            key={key}
            {...control}
            autoFocus={text.autoFocus}
            people={people}
            defaultValue={typeof initialValue === 'string' ? initialValue : ''}
            keyHint={keyHint}
          />
        )}
      </Field>
      <div className="without-script">
        <SelectField
          {...form.field('mentions')}
          optional
          emptyLabel={t('nobody')}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
    </>
  )
}

const OFFERED_MAX = 6

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'preventDefault'>

/** Ctrl+Enter presses the note's button that declares that shortcut, also outside the desk. */
export function sendByKey(event: Pressed, form: Pick<HTMLFormElement, 'querySelector'> | null): void {
  if (!isSendKey(event)) return
  const button = form?.querySelector<HTMLElement>('[aria-keyshortcuts="Control+Enter"]')
  if (!button) return
  event.preventDefault()
  if (!event.repeat && button.getAttribute('aria-disabled') !== 'true') button.click()
}

/** Returns the focus to the element that had it before, or else to the heading. */
function leave(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  if (document.activeElement !== before) focusOn(document.querySelector('h1'))
}

type NoteAreaProps = {
  id: string
  name: string
  people: readonly MentionedPerson[]
  defaultValue: string
  autoFocus?: boolean
  keyHint: string | null
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** The field says who can read it. After an @ it offers the people whose name matches what is typed. */
function NoteArea({ people, keyHint, ...control }: NoteAreaProps) {
  const { t } = useTranslation('notes')
  const area = useRef<HTMLTextAreaElement>(null)
  const before = useRef<Element | null>(null)
  const listId = useId()
  const markId = useId()
  const [typed, setTyped] = useState<{ start: number; typed: string } | null>(null)
  const [chosen, setChosen] = useState(0)
  const offered = typed ? people.filter(({ name }) => isNameTyped(name, typed.typed)).slice(0, OFFERED_MAX) : []
  const isOpen = offered.length > 0
  const active = Math.min(chosen, offered.length - 1)

  function look() {
    const at = area.current
    setTyped(at && at.selectionStart === at.selectionEnd ? typedMention(at.value, at.selectionStart) : null)
    setChosen(0)
  }
  function take(person: MentionedPerson | undefined) {
    const at = area.current
    if (!at || !typed || !person) return
    at.setRangeText(`@${person.name} `, typed.start, at.selectionStart, 'end')
    at.dispatchEvent(new Event('input', { bubbles: true }))
    at.focus()
    setTyped(null)
  }
  function hear(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return
    sendByKey(event.nativeEvent, event.currentTarget.form)
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) setTyped(null)
      else leave(before.current)
    }
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[active])
    else return
    event.preventDefault()
  }
  return (
    <div className="note-field">
      <span className="note-field-mark" aria-hidden>
        <Icon name="lock" />
        <span id={markId}>{t('staffOnly')}</span>
        {keyHint ? <Kbd className="ms-auto">{keyHint}</Kbd> : null}
      </span>
      <textarea
        rows={3}
        placeholder={t('placeholder')}
        {...control}
        ref={area}
        className="input"
        aria-describedby={[markId, control['aria-describedby']].filter(Boolean).join(' ')}
        aria-keyshortcuts={keyHint?.toLowerCase()}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${offered[active]?.id}` : undefined}
        onInput={look}
        onClick={look}
        onKeyDown={hear}
        onFocus={({ relatedTarget }) => (before.current = relatedTarget)}
        onBlur={() => setTyped(null)}
      />
      {isOpen ? (
        <ul id={listId} role="listbox" aria-label={t('mention')} className="note-people">
          {offered.map((person, n) => (
            <li
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={n === active}
              onMouseDown={(event) => {
                event.preventDefault()
                take(person)
              }}
            >
              <UserText>{person.name}</UserText>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
