import { Trans } from 'react-i18next'
import { Link } from 'react-router'
import { Callout } from './callout'

/** Says in demo mode where the codes are. */
export function DemoHint() {
  return (
    <Callout kind="quiet">
      <Trans
        ns="access"
        i18nKey="demo.hint"
        components={{ outbox: <Link to="/demo/outbox" target="_blank" className="link" /> }}
      />
    </Callout>
  )
}
