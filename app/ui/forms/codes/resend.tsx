import { useLocation } from 'react-router'
import { Button } from '../../button'
import { RichText } from '../../../i18n/rich-text'
import { useTranslation } from '../../../i18n/use-translation'
import type { CodeChannel } from '../../../vocabulary'
import { PostForm } from '../post-form'

type ResendProps = {
  /** Hidden fields that the form's address needs. */
  fields?: Record<string, string>
  /** Seconds until a code may be sent again, as the server says. */
  seconds: number
  /** The channel of the last code. */
  channel: CodeChannel
  /** The channels of the configured gateways. */
  channels: readonly CodeChannel[]
}

/** Sends a new code after the countdown, by the same or the other channel. `countdown.js` runs the countdown. */
export function Resend({ fields = {}, seconds, channel, channels }: ResendProps) {
  const { t } = useTranslation('access')
  const { pathname, search } = useLocation()
  const other = channels.find((one) => one !== channel)
  const isWaiting = seconds > 0
  return (
    <PostForm className="form" data-countdown={isWaiting ? seconds : undefined} aria-labelledby="resend">
      <input type="hidden" name="intent" value="resend" />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <h2 id="resend">{t('verify.resendTitle')}</h2>
        {isWaiting && (
          <p className="field-help" data-while-waiting>
            <RichText
              text="access:verify.resendIn"
              values={{ seconds }}
              elements={{ time: <span className="tabular-nums" data-seconds /> }}
            />{' '}
            <a href={pathname + search} className="link" data-without-countdown>
              {t('verify.refresh')}
            </a>
          </p>
        )}
      </div>
      <Button type="submit" name="channel" value={channel} disabled={isWaiting} wide data-after-waiting>
        {t('verify.resend')}
      </Button>
      {other && (
        <Button type="submit" name="channel" value={other} variant="quiet" hidden={isWaiting} wide data-after-waiting>
          {t(other === 'sms' ? 'verify.resendBySms' : 'verify.resendByWhatsapp')}
        </Button>
      )}
    </PostForm>
  )
}
