import { useTranslation } from '../../../i18n/use-translation'
import type { CodeChannel } from '../../../vocabulary'
import { RadioGroup } from '../choices'
import type { LabelledField } from '../form'

type ChannelChoiceProps = LabelledField & {
  /** The channels of the configured gateways. */
  channels: readonly CodeChannel[]
}

/** Chooses how to send a code, preset to the previous choice; a hidden field when there is only one way. */
export function ChannelChoice({ field, label, channels }: ChannelChoiceProps) {
  const { t } = useTranslation('access')
  const preset = channels.find((channel) => channel === field.initialValue) ?? channels[0]
  if (channels.length < 2) return <input type="hidden" name={field.name} value={preset} />
  return (
    <RadioGroup
      name={field.name}
      id={field.id}
      label={label}
      defaultValue={preset}
      options={channels.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
    />
  )
}
