import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { VerificationAction } from '../../../domain/verifications/verification-actions'
import { Button, ButtonLink, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { ConflictCallout } from './conflict-callout'
import type { Refusal } from './decide-from-form.server'
import { KeptText } from './kept-text'
import type { DialogView } from './prepare.server'

type DecisionDialogProps = {
  action: VerificationAction
  view: DialogView
  refusal: Refusal | undefined
  description: string
  /** The form's fields. */
  children?: React.ReactNode
}

/** One question with its consequence; when the act is not possible any more, what happened instead and the typed text. */
export function DecisionDialog({ action, view, refusal, description, children }: DecisionDialogProps) {
  const { t } = useTranslation('verifications')
  const { closeTo, obstacle, version } = view
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
          <Form method="post" preventScrollReset className="grid gap-4">
            <input type="hidden" name="version" value={version} />
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
          </Form>
        ) : (
          <>
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
