/** Functions that are sent into a page, to measure what a checker of markup cannot see. */

/** What is wider than the window or than its own frame: "table.table by 40 px". */
export function tooWide(): string[] {
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  const tables = [...document.querySelectorAll<HTMLElement>('.table-box > table')].flatMap((table) => {
    const box = table.parentElement
    const excess = box && getComputedStyle(box).overflowX === 'visible' ? table.offsetWidth - box.clientWidth : 0
    return excess > 0 ? [`a table by ${excess} px`] : []
  })
  return beyond > 0 ? [`the page by ${beyond} px`, ...tables] : tables
}

/** Links, buttons and fields under 24 × 24 px that have another one within that reach (WCAG 2.5.8). */
export function tooSmall(): string[] {
  const LEAST_PX = 24
  const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('[popover]'))
    .map((target) => {
      // A field is pressed by its label too, and a link of a row by the whole row.
      const area = target.closest('label, .check-target') ?? target
      return { target, box: area.getBoundingClientRect() }
    })
    .filter(({ box }) => box.width > 1 && box.height > 1)
  const isInText = (target: HTMLElement) => getComputedStyle(target).display === 'inline'
  const isFree = (box: DOMRect, own: HTMLElement) => {
    const x = box.x + box.width / 2
    const y = box.y + box.height / 2
    return targets.every(({ target, box: other }) => {
      if (target === own || target.contains(own) || own.contains(target)) return true
      const dx = Math.max(other.left - x, 0, x - other.right)
      const dy = Math.max(other.top - y, 0, y - other.bottom)
      return Math.hypot(dx, dy) >= LEAST_PX / 2
    })
  }
  return targets
    .filter(({ target, box }) => Math.min(box.width, box.height) < LEAST_PX - 0.5 && !isInText(target))
    .filter(({ target, box }) => !isFree(box, target))
    .map(({ target, box }) => `${target.outerHTML.slice(0, 120)}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
}

/** How many pixels of the window's height bars take that stay where they are while the page scrolls. */
export function coveredHeight(): number {
  const bars = [...document.querySelectorAll('body *')].filter((element) => {
    const { position, pointerEvents } = getComputedStyle(element)
    return (position === 'fixed' || position === 'sticky') && pointerEvents !== 'none'
  })
  const heights = bars.map((bar) => {
    const { top, bottom, width } = bar.getBoundingClientRect()
    return width > window.innerWidth / 2 ? Math.min(bottom, window.innerHeight) - Math.max(top, 0) : 0
  })
  return heights.filter((height) => height > 0).reduce((sum, height) => sum + height, 0)
}

/** By what an element can be told from another where all backgrounds are the same. */
export function marks(element: Element): string {
  const look = getComputedStyle(element)
  const outline = look.outlineStyle === 'none' ? 'none' : `${look.outlineWidth} ${look.outlineColor}`
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
  const border = sides.map((side) => `${look[`border${side}Width`]} ${look[`border${side}Color`]}`)
  return [outline, ...border].join(', ')
}

/** Words that stand apart by the style sheet alone: "Reject|Request" reads "RejectRequest" where there are no styles. */
export function glued(): string[] {
  const INLINE = 'a, abbr, b, bdi, code, del, em, i, ins, kbd, label, mark, small, span, strong, svg, time, use'
  const STANDING = 'button, br, img, input, select, textarea'
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const boxesOf = (text: Text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()]
  }
  const areInLine = (from: Text, to: Text) => {
    for (let at = from.parentElement; at && !at.contains(to); at = at.parentElement)
      if (!at.matches(INLINE)) return false
    return true
  }
  const areApart = (one: DOMRect | undefined, other: DOMRect | undefined) =>
    one && other && (other.left - one.right > 2 || Math.abs(one.top - other.top) > one.height / 2)
  const found: string[] = []
  let last: Text | null = null
  while (nodes.nextNode()) {
    const node = nodes.currentNode
    if (node instanceof Element && node.matches(STANDING)) last = null
    if (!(node instanceof Text) || node.data === '' || node.parentElement?.closest('script, style, option')) continue
    if (last && /[\p{L}\p{N}]$/u.test(last.data) && /^[\p{L}\p{N}]/u.test(node.data))
      if (areInLine(last, node) && areInLine(node, last) && areApart(boxesOf(last).at(-1), boxesOf(node)[0]))
        found.push(`${last.data.slice(-30)}|${node.data.slice(0, 30)}`)
    last = node
  }
  return found
}

/** The buttons of a page, as the server sent it, that send no form and open nothing by themselves. */
export function deadButtons(html: string): string[] {
  const sent = new DOMParser().parseFromString(html, 'text/html')
  const opens = (button: Element) => {
    const target = button.getAttribute('popovertarget') ?? button.getAttribute('commandfor')
    return target !== null && sent.getElementById(target) !== null
  }
  return [...sent.querySelectorAll('button')]
    .filter((button) => (button.type === 'submit' ? button.form === null : !opens(button)))
    .map((button) => button.outerHTML.slice(0, 160))
}

/** Where the links of a page lead on this site. */
export function linksOf(html: string): string[] {
  const links = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href^="/"]')]
  return links.map((link) => link.getAttribute('href') ?? '/')
}
