import { href } from 'react-router'
import { Callout } from '../../callout'
import { RichText } from '../../../i18n/rich-text'
import { Link } from '../../link'

/** In demo mode, says where to find the codes. */
export function DemoHint() {
  return (
    <Callout kind="quiet">
      <RichText
        text="access:demo.hint"
        elements={{ outbox: <Link to={href('/demo/outbox')} target="_blank" className="link" /> }}
      />
    </Callout>
  )
}
