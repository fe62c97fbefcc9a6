import { useTranslation } from 'react-i18next'
import type { VerificationAction } from '../../../domain/verifications/verification-actions'
import { Button, ButtonLink, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { NothingWritten } from '../../../ui/kept-form'
import { WrittenForm, type Written } from '../../../ui/written-form'
import { ConflictCallout } from './conflict-callout'
import type { Refusal } from './decide-from-form.server'
import { KeptText } from './kept-text'
import type { DialogView } from './prepare.server'

type DecisionDialogProps = {
  action: VerificationAction
  written: Written<DialogView, Refusal>
  description: string
  /** The form's fields. */
  children?: React.ReactNode
}

/** One question with its consequence; when the act is not possible any more, what happened instead and the typed text. */
export function DecisionDialog({ action, written, description, children }: DecisionDialogProps) {
  const { t } = useTranslation('verifications')
  const { drawn, refusal } = written
  const { closeTo, obstacle } = drawn
  const version = refusal?.conflict?.version ?? (refusal?.typed.version || drawn.version)
  const conflict = refusal?.conflict ?? obstacle
  const isPossible = !obstacle && (!refusal?.conflict || refusal.conflict.because === 'stale')
  return (
    <DialogRoute
      title={t(`dialog.${action}.title`)}
      description={description}
      closeTo={closeTo}
      wide={action === 'request-info'}
    >
      <div className="grid gap-4">
        {refusal?.hasFailed ? <Callout kind="danger" role="alert" title={t('conflict.failed')} /> : null}
        {conflict ? <ConflictCallout conflict={conflict} /> : null}
        {isPossible ? (
          <WrittenForm written={written} seen={{ version }} className="grid gap-4">
            {children}
            <DialogActions closeTo={closeTo}>
              <SubmitButton variant={action === 'reject' ? 'danger' : 'primary'}>
                {t(`dialog.${action}.submit`)}
              </SubmitButton>
              {action === 'approve' || action === 'reject' || action === 'request-info' ? (
                <Button type="submit" name="openNext" value="on">
                  {t(`dialog.${action}.submitNext`)}
                </Button>
              ) : null}
            </DialogActions>
          </WrittenForm>
        ) : (
          <>
            <NothingWritten />
            {refusal ? <KeptText typed={refusal.typed} /> : null}
            <div className="dialog-foot">
              <ButtonLink to={closeTo} preventScrollReset variant="primary">
                {t('conflict.back')}
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </DialogRoute>
  )
}
