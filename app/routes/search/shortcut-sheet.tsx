import { useEffect, useRef } from 'react'
import { useFetcher, href } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { Icon } from '../../ui/icon'
import { ShortcutList } from './shortcut-list'
import type { loader } from './shortcuts'

/** The shortcuts page as a dialog over the current page. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const { load, data } = useFetcher<typeof loader>()
  useEffect(() => {
    void load(href('/shortcuts'))
  }, [load])
  useEffect(() => {
    if (data) dialog.current?.showModal()
  }, [data])
  if (!data) return null
  return (
    <dialog ref={dialog} className="palette sheet" aria-labelledby="shortcut-sheet" onClose={onClose}>
      <form method="dialog" className="palette-field">
        <h2 id="shortcut-sheet" className="flex-1 text-ink">
          {data.title}
        </h2>
        <button type="submit" className="button button-quiet button-icon" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </form>
      <div className="palette-list sheet-body" role="group" aria-labelledby="shortcut-sheet" tabIndex={0}>
        <ShortcutList groups={data.groups} />
      </div>
    </dialog>
  )
}
