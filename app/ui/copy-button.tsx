import { Button, type ButtonProps } from './button'
import { showToast } from './toaster'

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'iconOnly'> & {
  value: string
  /** What the button says, such as “Copy code”. */
  label: string
  /** The toast afterwards. */
  copied: string
}

/** Copies `value`; without scripts the button is not there, and the value can be selected. */
export function CopyButton({ value, label, copied, ...look }: CopyButtonProps) {
  const copy = () => copyText(value).then(() => showToast({ type: 'success', text: copied }))
  return (
    <Button {...look} icon="copy" className="needs-script" onClick={copy} title={look.iconOnly ? label : undefined}>
      {label}
    </Button>
  )
}

/** Writes to the clipboard; where the browser forbids it, nothing is said to be copied. */
export function copyText(value: string): Promise<void> {
  return navigator.clipboard.writeText(value)
}
