import type { SubmissionResult } from '@conform-to/dom'
import { startTransition, useContext, useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'
import type { RestoredDraft } from '../../form-protocol'
import type { FieldError } from './error-summary'
import { onRedirectArrived } from './kept/redirect-arrived'
import { AccountContext } from './post-form'

/** What a form that was not carried out is drawn again with: the part common to all forms. */
export type Reply = {
  result: SubmissionResult
  alert: string | null
  seen: Readonly<Record<string, string>>
  /** A toast that may say the same as `alert`; only one of them is announced. */
  toast?: { detail?: string }
}

export type DrawnForm<Drawn, Again> = {
  pathname: string
  writer: string
  /** Counts the drawings at this address: a form is drawn anew after it was accepted. */
  drawing: number
  drawn: Drawn
  reply: Again | null
  restored: RestoredDraft<Again> | null
}

const NOT_SENT = { at: '', to: '' }

/** Holds what the form was drawn from until it is accepted, another address is shown, or somebody else signs in. */
export function useDrawnForm<Drawn, Again extends Reply>(
  drawn: Drawn,
  answer: Again | null,
  restored?: RestoredDraft<Again> | null,
  address?: string,
) {
  const { pathname: shownAt, key } = useLocation()
  const pathname = address ?? shownAt
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const writer = useContext(AccountContext)
  const [sent, setSent] = useState(NOT_SENT)
  const [wasTaken, setTaken] = useState(false)
  const fresh = { pathname, writer, drawn, reply: answer, restored: restored ?? null }
  const [current, setCurrent] = useState<DrawnForm<Drawn, Again>>({ ...fresh, drawing: 0 })
  const shown = nextDrawnForm(current, fresh, wasTaken)
  if (shown !== current) {
    setCurrent(shown)
    // The form was answered: it may be sent again.
    setSent(NOT_SENT)
  }
  if (wasTaken) setTaken(false)
  useEffect(
    () =>
      sent.to && router ? onRedirectArrived(router, sent.to, () => startTransition(() => setTaken(true))) : undefined,
    [sent.to, router],
  )
  return {
    ...shown,
    reply: shown.reply ?? shown.restored?.refusal ?? null,
    restored: shown.reply ? null : shown.restored,
    former: shown.restored?.text ?? null,
    isKept: restored !== undefined,
    markSending: (to: string) => setSent({ at: entryKey(), to }),
    isTaken: () => sent.at === key && entryKey() !== key,
  }
}

export function nextDrawnForm<Drawn, Again>(
  current: DrawnForm<Drawn, Again>,
  fresh: Omit<DrawnForm<Drawn, Again>, 'drawing'>,
  wasTaken: boolean,
): DrawnForm<Drawn, Again> {
  if (wasTaken || current.pathname !== fresh.pathname || current.writer !== fresh.writer)
    return { ...fresh, drawing: current.drawing + 1 }
  return fresh.reply && fresh.reply !== current.reply ? { ...current, reply: fresh.reply } : current
}

/** The key of the browser's current history entry, which `useLocation` returns once that entry is drawn. */
const entryKey = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default'

/** Resets a form to its new values when it is drawn anew. */
export function useResetOnRedraw(id: string, drawing: number): void {
  const seen = useRef(drawing)
  useLayoutEffect(() => {
    if (seen.current === drawing) return
    seen.current = drawing
    // A form that asks for fresh proof may be in its place, with the typed text in hidden fields, which must stay.
    const form = document.forms.namedItem(id)
    if (form?.dataset.fields === 'own') form.reset()
  }, [id, drawing])
}

/** After a reset, Conform leaves a select without a value with nothing selected: selects its first option, which stands for none. */
export function useSelectFirstOptions(id: string, resetKey: string | undefined): void {
  useEffect(() => {
    for (const list of document.forms.namedItem(id)?.querySelectorAll('select') ?? [])
      if (list.selectedIndex === -1 && !list.multiple) list.selectedIndex = 0
  }, [id, resetKey])
}

/** What any form is drawn from, regardless of its fields. */
export type AnyForm = Pick<DrawnForm<unknown, Reply>, 'drawing' | 'pathname' | 'writer'> & {
  form: { id: string; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
  reply: Reply | null
  restored: Omit<RestoredDraft<unknown>, 'refusal'> | null
  /** The name of the kept text that it was drawn with. */
  former: string | null
  /** The server keeps a draft of it. */
  isKept: boolean
  errors: FieldError[]
  /** The reply names a wrong field, even if it was corrected since. */
  isExplained: boolean
  markSending: (to: string) => void
  /** True after it was accepted and redirects to a page that is not drawn yet: sent again, it would conflict with its own change. */
  isTaken: () => boolean
}

/** A form with only buttons and `seen` fields: nothing is typed in it, so it needs no Conform. */
export function useButtonForm<Drawn>({ drawn, id }: { drawn: Drawn; id: string }): AnyForm & { drawn: Drawn } {
  const state = useDrawnForm<Drawn, Reply>(drawn, null)
  return { ...state, restored: null, form: { id, onSubmit: () => {} }, errors: [], isExplained: false }
}
