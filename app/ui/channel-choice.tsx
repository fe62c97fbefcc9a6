import { useTranslation } from 'react-i18next'
import type { CodeChannel } from '../vocabulary'
import { RadioGroup } from './choices'

type ChannelChoiceProps = {
  label: string
  /** What the gateways that are set can do. */
  channels: readonly CodeChannel[]
  /** What was chosen before. */
  chosen: string | undefined
}

/** How a code is to be sent; nothing to choose when there is one way only. */
export function ChannelChoice({ label, channels, chosen }: ChannelChoiceProps) {
  const { t } = useTranslation('access')
  const preset = channels.find((channel) => channel === chosen) ?? channels[0]
  if (channels.length < 2) return <input type="hidden" name="channel" value={preset} />
  return (
    <RadioGroup
      name="channel"
      label={label}
      defaultValue={preset}
      options={channels.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
    />
  )
}
