import { use } from 'react'
import { useCopy } from './copy-button'
import { MenuButton, WasOpened } from './menu'

type CopyMenuButtonProps = {
  value: string
  /** What the entry says, such as “Copy ID”. */
  label: string
  /** The toast afterwards. */
  copied: string
}

/** The entry of a menu that copies `value`; not there without scripts, nor before the menu is opened. */
export const CopyMenuButton = (props: CopyMenuButtonProps) => (use(WasOpened) ? <CopyEntry {...props} /> : null)

function CopyEntry({ value, label, copied }: CopyMenuButtonProps) {
  const copy = useCopy(value, copied)
  return (
    <MenuButton type="button" icon="copy" onClick={copy}>
      {label}
    </MenuButton>
  )
}
