import { Button, type ButtonProps } from './button'
import { showToast } from './frame/toaster'
import { Scripted } from './scripted'
import { useTranslation } from '../i18n/use-translation'

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'iconOnly'> & {
  value: string
  /** What the button says, such as “Copy code”. */
  label: string
  /** The toast afterwards. */
  copied: string
}

/** Copies `value`; without scripts the button is not there, and the value can be selected. */
export function CopyButton({ value, label, copied, ...look }: CopyButtonProps) {
  const copy = useCopy(value, copied)
  return (
    <Scripted>
      <Button {...look} icon="copy" onClick={copy} title={look.iconOnly ? label : undefined}>
        {label}
      </Button>
    </Scripted>
  )
}

/** Writes to the clipboard and says so; where the browser has or allows none, it says that instead. */
export function useCopy(value: string, copied: string): () => Promise<void> {
  const { t } = useTranslation('ui')
  return async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ type: 'success', text: copied })
    } catch {
      showToast({ type: 'error', text: t('notCopied') })
    }
  }
}
