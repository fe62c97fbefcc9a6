import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { Kbd } from '../../../ui/kbd'
import { Sentence } from '../../../ui/user-text'
import type { UndoView } from './undo-view.server'
import { useButtonForm } from '../../../ui/forms/form-state'
import { UnsentNote } from '../../../ui/forms/kept/unsent-note'
import { BaseForm } from '../../../ui/forms/base-form'

/** Says what was just decided and when its message is sent, with a button to undo it until then; the desk and lists handle its keys. */
export function UndoNote({ undo }: { undo: UndoView | null }) {
  return undo ? <UndoForm key={`${undo.path} ${undo.version}`} undo={undo} /> : null
}

function UndoForm({ undo }: { undo: UndoView }) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const form = useButtonForm({ drawn: undo, id: 'undo' })
  const { path, version, action, organization, leavesAt, leftMs } = form.drawn
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), leftMs)
    return () => clearTimeout(timer)
  }, [leftMs])
  return isOver ? null : (
    <section aria-label={t('undo.label')} className="undo-note no-print">
      <div className="grid min-w-0 gap-4">
        <UnsentNote key={`${form.drawing} sent`} pathname={form.pathname} answer={null} />
        <BaseForm
          key={form.drawing}
          state={form}
          seen={{ version }}
          action={path + search}
          className="flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <p id="undo-did" data-said={t('undo.offer', { time: leavesAt })}>
            <Sentence>{t(`undo.did.${action}`, { organization: isolateName(organization) })}</Sentence> ·{' '}
            {t('undo.leaves', { time: leavesAt })}
          </p>
          <Button type="submit" size="small" aria-keyshortcuts="u Control+Z" aria-describedby="undo-did">
            {t('undo.button')}
            <Kbd>u</Kbd>
          </Button>
        </BaseForm>
      </div>
    </section>
  )
}
