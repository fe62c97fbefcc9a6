import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../ui/button'
import { useNonce } from '../../ui/frame/server-facts'
import { PostForm } from '../../ui/forms/post-form'

/** Signs in without a message; `passkey.js` shows it where the browser has passkeys. */
export function PasskeyForm({ target }: { target: string }) {
  const { t } = useTranslation('access')
  const nonce = useNonce()
  return (
    <PostForm className="form" data-passkey data-failed={t('error.passkeyFailed')} hidden>
      <input type="hidden" name="redirect" value={target} />
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="passkey" />
      <p className="field-error" role="alert" hidden />
      <Button type="submit" size="large" icon="shield-check" wide>
        {t('signIn.passkey')}
      </Button>
      <script src="/passkey.js" nonce={nonce} defer />
    </PostForm>
  )
}
