import { useEffect } from 'react'
import { isTyping } from '../frame/shortcuts'

/** The rows of the page's list, each with what Enter opens: its link, or its details. */
const rowsOf = () =>
  [...document.querySelectorAll('#main .table tbody tr')].flatMap((row) => {
    const opener = row.querySelector<HTMLElement>('.row-link, summary')
    return opener ? [{ row, opener }] : []
  })

/**
 * In a list, `j` and `k` move the focus between rows and `x` ticks the row; Enter is the browser's own. `u` and Ctrl+Z undo the
 * decision offered above the list.
 */
export function useListKeys(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    function hear(event: KeyboardEvent) {
      const { code, ctrlKey, metaKey } = event
      if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return
      const isUndo = code === (ctrlKey || metaKey ? 'KeyZ' : 'KeyU')
      if (!isUndo && (ctrlKey || metaKey || !/^Key[JKX]$/.test(code))) return
      const focused = document.activeElement
      if (isTyping(focused) && !focused?.matches('.row-check')) return
      if (document.querySelector('[role="dialog"], dialog[open], .desk')) return
      const rows = rowsOf()
      const at = rows.findIndex(({ row }) => row.contains(focused))
      if (isUndo || code === 'KeyX') {
        const pressed = isUndo
          ? document.querySelector<HTMLElement>('.undo-note .button')
          : rows[at]?.row.querySelector<HTMLElement>('.row-check')
        if (!pressed) return
        if (!event.repeat) pressed.click()
      } else {
        const next = rows[at < 0 ? 0 : code === 'KeyJ' ? at + 1 : at - 1]
        if (!next) return
        next.opener.focus({ preventScroll: true })
        next.row.scrollIntoView({ block: 'nearest' })
      }
      event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isWanted])
}
