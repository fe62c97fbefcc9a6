/** Functions that run in the page, to measure what a markup checker cannot see. */

/** Elements wider than the window or their own frame: "table.table by 40 px". */
export function tooWide(): string[] {
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  const tables = [...document.querySelectorAll<HTMLElement>('.table-box > table')].flatMap((table) => {
    const box = table.parentElement
    const excess = box && getComputedStyle(box).overflowX === 'visible' ? table.offsetWidth - box.clientWidth : 0
    return excess > 0 ? [`a table by ${excess} px`] : []
  })
  return beyond > 0 ? [`the page by ${beyond} px`, ...tables] : tables
}

/** Hidden columns by which rows are or can be sorted: "Created". */
export function hiddenOrder(): string[] {
  return [...document.querySelectorAll<HTMLElement>('th:is([aria-sort], :has(.sort-link))')]
    .filter((head) => !head.checkVisibility())
    .map((head) => head.textContent)
}

/** Links, buttons and fields under 24 × 24 px with another one within that distance (WCAG 2.5.8). */
export function tooSmall(): string[] {
  const LEAST_PX = 24
  const place = document.querySelector('[role=dialog]') ?? document
  const targets = [...place.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('[popover]'))
    .map((target) => {
      // A click on a field's label counts as one on the field.
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
  return (
    targets
      // The whole row is such a link's target.
      .filter(({ target }) => !target.matches('.row-link, .desk-tab-link'))
      .filter(({ target, box }) => Math.min(box.width, box.height) < LEAST_PX - 0.5 && !isInText(target))
      .filter(({ target, box }) => !isFree(box, target))
      .map(
        ({ target, box }) => `${target.outerHTML.slice(0, 120)}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )
  )
}

/** How many pixels of the window's height are covered by fixed and sticky bars. */
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

/** Whether an element's middle or one of its corners is covered or outside the window. */
export function isCovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const points = [
    [left + 3, top + 3],
    [right - 3, top + 3],
    [left + 3, bottom - 3],
    [right - 3, bottom - 3],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const
  return points.some(([x, y]) => {
    const met = document.elementFromPoint(x, y)
    return !met || !(element.contains(met) || met.contains(element))
  })
}

/** The visible differences of an element when all backgrounds are the same. */
export function marks(element: Element): string {
  const look = getComputedStyle(element)
  const outline = look.outlineStyle === 'none' ? 'none' : `${look.outlineWidth} ${look.outlineColor}`
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
  const border = sides.map((side) => `${look[`border${side}Width`]} ${look[`border${side}Color`]}`)
  return [outline, ...border].join(', ')
}

/** Words separated only by styles: "Reject|Request" reads "RejectRequest" without them. */
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

/** Buttons in the server's HTML that neither submit a form nor open anything by themselves. */
export function deadButtons(sent: Document): string[] {
  const opens = (button: Element) => {
    const target = button.getAttribute('popovertarget') ?? button.getAttribute('commandfor')
    return target !== null && sent.getElementById(target) !== null
  }
  return [...sent.querySelectorAll('button')]
    .filter((button) => (button.type === 'submit' ? button.form === null : !opens(button)))
    .map((button) => button.outerHTML.slice(0, 160))
}

/**
 * Forms in the server's HTML that lose typed text when another language is chosen; a form with a file is exempt, since a file cannot
 * be drawn again.
 */
export function formsLostByLanguage(sent: Document): string[] {
  const WRITTEN = 'textarea, select, input:not([type=hidden], [type=file])'
  const written = [...sent.forms].filter(
    (form) => form.method === 'post' && form.querySelector(WRITTEN) && !form.querySelector('[type=file]'),
  )
  const chooses = sent.querySelector<HTMLButtonElement>('button[lang]')
  if (!chooses || written.length === 0 || (chooses.form && written.includes(chooses.form))) return []
  return written.map((form) => `#${form.getAttribute('id')} of ${form.action}`)
}

/** The h1 headings in the server's HTML. */
export const headings = (sent: Document): string[] =>
  [...sent.querySelectorAll('h1')].map(({ textContent }) => textContent ?? '')

/** The spacing of text that a reader may ask for (WCAG 1.4.12). */
export function spaceText(): void {
  const sheet = new CSSStyleSheet()
  const letters = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
  sheet.replaceSync(`* { ${letters} } p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** Text clipped by its box, or over other text. A title shortened with an ellipsis is in full elsewhere. */
export function lostWords(): string[] {
  const LEAST_PX = 3
  const UNSEEN = 'script, style, option, svg, [popover], [aria-hidden=true]'
  type Frame = { box: DOMRect; cutsX: boolean; cutsY: boolean }
  type Place = { isHidden: boolean; layer: Element | undefined; frames: Frame[] }
  type Line = { left: number; right: number; top: number; bottom: number; height: number }
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const lines: { box: Line; words: string; element: Element; layer: Element | undefined }[] = []
  const found: string[] = []
  const places = new Map<Element, Place>()
  // The elements around texts are measured once each.
  const placeOf = (element: Element): Place => {
    const known = places.get(element)
    if (known) return known
    const around = element.parentElement && placeOf(element.parentElement)
    const { position, clipPath, overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const isFrame = element !== document.body && !(overflowX === 'visible' && overflowY === 'visible')
    const cutsX = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
    const frames = isFrame ? [{ box, cutsX, cutsY: /hidden|clip/.test(overflowY) }] : []
    const place = {
      isHidden: Boolean(around?.isHidden) || (position === 'absolute' && (box.width < 2 || clipPath !== 'none')),
      // A fixed or sticky element has its own background, over which the page scrolls.
      layer: /fixed|sticky/.test(position) ? element : around?.layer,
      frames: element === document.body ? [] : [...frames, ...(around?.frames ?? [])],
    }
    places.set(element, place)
    return place
  }
  const range = document.createRange()
  while (nodes.nextNode()) {
    const text = nodes.currentNode
    const element = text.parentElement
    const words = (text.nodeValue ?? '').trim().slice(0, 40)
    if (!element || words === '' || element.closest(UNSEEN)) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const { isHidden, layer, frames } = placeOf(element)
    if (isHidden) continue
    range.selectNodeContents(text)
    const boxes: Line[] = [...range.getClientRects()]
      .filter((box) => box.width > 1)
      .map(({ left, right, top, bottom, height }) => ({ left, right, top, bottom, height }))
    let seen = boxes
    for (const { box: frame, cutsX, cutsY } of frames) {
      const isCut = ({ left, right, top, bottom, height }: Line) =>
        (cutsX && (right > frame.right + LEAST_PX || left < frame.left - LEAST_PX)) ||
        (cutsY && (bottom - height / 3 > frame.bottom || top + height / 3 < frame.top))
      seen = seen.map((box) => {
        const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)]
        const right = Math.max(Math.min(box.right, frame.right), left)
        const bottom = Math.max(Math.min(box.bottom, frame.bottom), top)
        return { left, right, top, bottom, height: bottom - top }
      })
      if (boxes.some(isCut)) found.push(`"${words}" is cut`)
    }
    lines.push(...seen.filter(({ height }) => height > 0).map((box) => ({ box, words, element, layer })))
  }
  lines.forEach((one, index) => {
    for (let at = index + 1; at < lines.length; at += 1) {
      const other = lines[at]
      if (!other || one.element === other.element || one.layer !== other.layer) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (width > LEAST_PX && height > Math.min(one.box.height, other.box.height) * 0.4)
        found.push(`"${one.words}" lies over "${other.words}"`)
    }
  })
  return found
}

/** Controls in a row that Tab reaches later although they come earlier on screen. */
export function turnedRows(): string[] {
  const STOP = ':is(a[href], button, input, select)'
  const start = (element: Element) => element.getBoundingClientRect()
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && start(element).width > 1
  const rows = new Set([...document.querySelectorAll(`${STOP} ~ ${STOP}`)].map(({ parentElement }) => parentElement))
  return [...rows].flatMap((row) => {
    if (!row || !/flex/.test(getComputedStyle(row).display)) return []
    const stops = [...row.children].filter((child) => child.matches(STOP) && isSeen(child))
    return stops.flatMap((stop, at) => {
      const last = stops[at - 1]
      if (!last || Math.abs(start(last).top - start(stop).top) > 4 || start(last).left <= start(stop).left) return []
      return [`“${stop.textContent.trim()}” comes after “${last.textContent.trim()}” and stands before it`]
    })
  })
}

/** Buttons, and links that look like them, that are wider than the window, clipped, or more than two lines high. */
export function oddButtons(): string[] {
  const lines = (button: Element) => {
    const tops: number[] = []
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      tops.push(
        ...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ top, height }) => top + height / 2),
      )
    }
    const sorted = tops.toSorted((one, other) => one - other)
    return sorted.filter((top, index) => index === 0 || top - (sorted[index - 1] ?? 0) > 6).length
  }
  return [...document.querySelectorAll<HTMLElement>('button, .button')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.closest('.sr-only'))
    .flatMap((button) => {
      const { left, right, width } = button.getBoundingClientRect()
      const faults = [
        ...(lines(button) > 2 ? [`has ${lines(button)} lines`] : []),
        ...(width > window.innerWidth || left < -1 || right > window.innerWidth + 1
          ? [`reaches from ${left} to ${right}`]
          : []),
        ...(button.scrollWidth > button.clientWidth + 1
          ? [`needs ${button.scrollWidth} of ${button.clientWidth} px`]
          : []),
      ]
      return faults.map((fault) => `"${button.textContent?.trim()}" ${fault}`)
    })
}

/** Words that break in the middle at the end of a line. An address or a code is not a word. */
export function brokenWords(): string[] {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  const range = document.createRange()
  const isInLines = () => {
    const boxes = range.getClientRects()
    if (boxes.length < 2) return false
    const tops = [...boxes].filter(({ width }) => width > 1).map(({ top }) => top)
    return Math.max(...tops) - Math.min(...tops) > 6
  }
  while (nodes.nextNode()) {
    const text = nodes.currentNode
    const element = text.parentElement
    range.selectNodeContents(text)
    // Most texts fit on one line.
    if (!element || !isInLines() || element.closest('script, style, option, svg, code, [popover], textarea')) continue
    if (!element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).wordBreak === 'break-all')
      continue
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
      /(?<![\p{N}@./_-])\p{L}{3,}(?![\p{N}@._/-]\p{L})/gu,
    )) {
      if (/[\p{Script=Han}\p{N}]/u.test(word)) continue
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (isInLines()) found.add(`"${word}" is broken`)
    }
  }
  return [...found]
}

/** Badges and due dates, each read as a unit, that break across lines. */
export function brokenBadges(): string[] {
  const range = document.createRange()
  return [...document.querySelectorAll('.badge, .due')]
    .filter((badge) => {
      range.selectNodeContents(badge)
      const middles = [...range.getClientRects()].map(({ top, height }) => top + height / 2)
      return badge.checkVisibility() && Math.max(...middles) - Math.min(...middles) > 6
    })
    .map(({ textContent }) => `“${textContent}” is in two lines`)
}

/** Words whose hyphens are as wide as a digit. Codes are in a monospace font, where all hyphens are. */
export function wideHyphens(): string[] {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (nodes.nextNode()) {
    const { nodeValue, parentElement: element } = nodes.currentNode
    if (!element || !/[\p{L}\p{N}]-\p{L}/u.test(nodeValue ?? '') || element.closest('script, style, code')) continue
    if (element.checkVisibility() && getComputedStyle(element).fontVariantNumeric.includes('tabular-nums'))
      found.push(`“${nodeValue}” has wide hyphens`)
  }
  return found
}

/** Tables that scroll sideways in their frames. */
export function scrolledTables(): string[] {
  return [...document.querySelectorAll('.table-box')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ scrollWidth, clientWidth }) => `a table by ${scrollWidth - clientWidth} px`)
}
