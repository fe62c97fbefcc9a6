/** Runs in the page: names shared by two links with different targets, or by two controls that do different things. */
export function ambiguousNames(): string[] {
  const modal = document.querySelector('[role=dialog]')
  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? ''
    if (node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility()) return ''
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt')
    return own ?? [...node.childNodes].map(textOf).join('')
  }
  const nameOf = (control: HTMLElement): string => {
    const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const parts = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : labels
    const named =
      control.ariaLabel ?? (parts.length > 0 ? parts.map((part) => part?.textContent).join(' ') : textOf(control))
    return named.replaceAll(/\s+/g, ' ').trim()
  }
  const groupOf = (field: HTMLElement): string =>
    field.closest('fieldset')?.querySelector('legend')?.textContent ?? field.closest('[role=group]')?.ariaLabel ?? ''
  const actOf = (control: HTMLElement, index: number): string => {
    if (control instanceof HTMLAnchorElement) return `leads to ${control.pathname}${control.search}${control.hash}`
    const opens = control.getAttribute('popovertarget')
    if (opens) return `opens ${opens}`
    if (control instanceof HTMLButtonElement && control.form && control.type === 'submit') {
      const fields = [...new FormData(control.form)].filter(([name]) => name !== 'form' && name !== 'drawing')
      return `sends ${JSON.stringify([control.form.action, fields, control.name, control.value])}`
    }
    return `is ${control.outerHTML.slice(0, 80)} (${index})`
  }
  const acts = new Map<string, string>()
  const found = new Set<string>()
  const all = (modal ?? document).querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea')
  ;[...all].forEach((control, index) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.tabIndex < 0) return
    const isField = control.matches('input, select, textarea')
    const own = nameOf(control)
    // Links with the same name in two navigations are distinguished by the navigations' names.
    const list = isField ? `field ${groupOf(control)}` : (control.closest('nav')?.ariaLabel ?? '')
    const name = list ? `${list} › ${own}` : own
    const act = actOf(control, index)
    const other = acts.get(name)
    if (own === '') found.add(`no name: ${act}`)
    else if (other !== undefined && other !== act) found.add(`"${name}" ${other} and ${act}`)
    acts.set(name, act)
  })
  return [...found]
}
