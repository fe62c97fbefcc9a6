import { useCopy } from './copy-button'
import { MenuButton } from './menu'
import { Scripted } from './scripted'

type CopyMenuButtonProps = {
  value: string
  /** What the entry says, such as “Copy ID”. */
  label: string
  /** The toast afterwards. */
  copied: string
}

/** The entry of a menu that copies `value`; not there without scripts. */
export function CopyMenuButton({ value, label, copied }: CopyMenuButtonProps) {
  const copy = useCopy(value, copied)
  return (
    <Scripted>
      <MenuButton type="button" icon="copy" onClick={copy}>
        {label}
      </MenuButton>
    </Scripted>
  )
}
