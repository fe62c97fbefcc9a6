import { useTranslation } from '../../i18n/use-translation'
import { buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import passkey from '../../ui/forms/codes/passkey.js?url&no-inline'
import { useNonce } from '../../ui/frame/server-facts'
import { PostForm } from '../../ui/forms/post-form'

/** Signs in without a code. `passkey.js` creates the button where the browser supports passkeys: text browsers would show a hidden one. */
export function PasskeyForm({ target }: { target: string }) {
  const { t } = useTranslation('access')
  const nonce = useNonce()
  return (
    <PostForm
      className="form"
      data-passkey
      data-failed={t('error.passkeyFailed')}
      data-button={t('signIn.passkey')}
      data-look={buttonClass({ size: 'large', wide: true })}
      hidden
    >
      <input type="hidden" name="redirect" value={target} />
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="passkey" />
      <p className="field-error" role="alert" hidden />
      <Icon name="shield-check" />
      <script src={passkey} nonce={nonce} defer />
    </PostForm>
  )
}
