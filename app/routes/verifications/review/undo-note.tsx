import { useLocation } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { ConsoleForm, useButtonForm } from '../../../ui/forms/console-form'
import { Kbd } from '../../../ui/kbd'
import type { UndoView } from './undo-view.server'

type UndoNoteProps = {
  undo: UndoView | null
  /** The desk hears its keys; over a list the keys are those of the list. */
  isOnDesk: boolean
}

/** What was just decided, when its message leaves, and the way to take it back. */
export function UndoNote({ undo, isOnDesk }: UndoNoteProps) {
  return undo ? <UndoForm key={`${undo.path} ${undo.version}`} undo={undo} isOnDesk={isOnDesk} /> : null
}

function UndoForm({ undo, isOnDesk }: { undo: UndoView; isOnDesk: boolean }) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const form = useButtonForm({ drawn: undo, id: 'undo' })
  const { path, version, action, organization, leavesAt } = form.drawn
  return (
    <section aria-label={t('undo.label')} className="undo-note no-print" data-desk={isOnDesk || undefined}>
      <ConsoleForm
        state={form}
        seen={{ version }}
        action={path + search}
        className="flex flex-wrap items-center gap-x-3 gap-y-1"
      >
        <p role="status" id="undo-did" data-said={isOnDesk ? t('undo.offer', { time: leavesAt }) : ''}>
          {t(`undo.did.${action}`, { organization })} · {t('undo.leaves', { time: leavesAt })}
        </p>
        <Button
          type="submit"
          size="small"
          aria-keyshortcuts={isOnDesk ? 'u Control+Z' : undefined}
          aria-describedby="undo-did"
        >
          {t('undo.button')}
          {isOnDesk ? <Kbd>u</Kbd> : null}
        </Button>
      </ConsoleForm>
    </section>
  )
}
