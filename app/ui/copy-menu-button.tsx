import { useCopy } from './copy-button'
import { MenuButton } from './menu'

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
    <div className="needs-script">
      <MenuButton type="button" icon="copy" onClick={copy}>
        {label}
      </MenuButton>
    </div>
  )
}
