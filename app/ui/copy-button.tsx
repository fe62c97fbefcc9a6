import { use } from 'react'
import { Button, type ButtonProps } from './button'
import { showToast } from './frame/toaster'
import { MenuButton, WasOpened } from './menu'
import { Scripted } from './scripted'
import { useTranslation } from '../i18n/use-translation'

type CopyProps = {
  value: string
  /** What the button says, such as “Copy code”. */
  label: string
  /** The toast afterwards. */
  copied: string
}

type CopyButtonProps = CopyProps & Pick<ButtonProps, 'variant' | 'size' | 'iconOnly'>

/** Copies `value`. Not drawn without scripts, where the value can be selected. */
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

/** A menu entry that copies `value`; not drawn without scripts, nor before the menu was opened. */
export const CopyMenuButton = (props: CopyProps) => (use(WasOpened) ? <CopyEntry {...props} /> : null)

function CopyEntry({ value, label, copied }: CopyProps) {
  const copy = useCopy(value, copied)
  return (
    <MenuButton type="button" icon="copy" onClick={copy}>
      {label}
    </MenuButton>
  )
}

/** Copies to the clipboard and shows a toast; an error toast when the browser has no clipboard or denies it. */
function useCopy(value: string, copied: string): () => Promise<void> {
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
