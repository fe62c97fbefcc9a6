import { useEffect } from 'react'
import { isTyping } from '../frame/shortcuts'

/** The rows of the page's list, each by what Enter opens: its link, or the details that it folds. */
const rowsOf = () =>
  [...document.querySelectorAll('#main .table tbody tr')].flatMap((row) => {
    const opener = row.querySelector<HTMLElement>('.row-link') ?? row.querySelector<HTMLElement>('summary')
    return opener ? [{ row, opener }] : []
  })

const isTick = (target: EventTarget | null) => target instanceof Element && target.matches('.row-check')

/**
 * In a list `j` and `k` move the focus from row to row and `x` ticks the row; Enter is the browser's own. `u` and Ctrl+Z take
 * back the decision that is offered over it.
 */
export function useListKeys(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    function hear(event: KeyboardEvent) {
      const { code, target } = event
      if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return
      const keys = event.ctrlKey || event.metaKey ? ['KeyZ'] : ['KeyU', 'KeyJ', 'KeyK', 'KeyX']
      if (!keys.includes(code) || (isTyping(target) && !isTick(target))) return
      if (document.querySelector('[role="dialog"], dialog[open], .desk')) return
      if (code === keys[0]) {
        const undo = document.querySelector<HTMLElement>('.undo-note [aria-keyshortcuts]')
        if (!undo) return
        undo.click()
        event.preventDefault()
        return
      }
      const rows = rowsOf()
      const at = rows.findIndex(({ row }) => target instanceof Node && row.contains(target))
      if (code === 'KeyX') {
        const tick = rows[at]?.row.querySelector<HTMLInputElement>('.row-check')
        if (!tick) return
        tick.click()
      } else {
        const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, code === 'KeyJ' ? at + 1 : at - 1))]
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
