import { createElement, type ReactNode } from 'react'

/** A page cut into pieces, so that it can be drawn with other rows: before the rows, one row, after them. */
export type PagePieces = { before: string; row: string; after: string; id: string; name: string }

type Piece = { tag: string; attributes: Record<string, string | boolean>; children: (Piece | string)[] }

const ROW = /<tr[^>]*>(?:(?!<\/tr>)[\s\S])*<\/tr>/
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const RENAMED: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  value: 'defaultValue',
  checked: 'defaultChecked',
  charset: 'charSet',
  tabindex: 'tabIndex',
  crossorigin: 'crossOrigin',
  autocomplete: 'autoComplete',
  maxlength: 'maxLength',
  autofocus: 'autoFocus',
  inputmode: 'inputMode',
}

/** Cuts a list page at its rows; the first row is the pattern, in which `id` and `name` are placeholders. */
export function cutPage(html: string, id: string, name: string): PagePieces {
  const start = html.indexOf('<tbody')
  const end = html.indexOf('</tbody>', start)
  const from = html.indexOf('<tr', start)
  const row = ROW.exec(html.slice(from, end))?.[0]
  if (start === -1 || !row) throw new Error('The page has no rows')
  return { before: html.slice(0, from), row, after: html.slice(end), id, name: escaped(name) }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`.replace('&#38;', '&amp;'))

/** The page by template strings. */
export const byTemplate = (
  { before, row, after, id, name }: PagePieces,
  rows: readonly { id: string; name: string }[],
) => before + rows.map((one) => row.replaceAll(id, one.id).replaceAll(name, escaped(one.name))).join('') + after

/** The page as React elements, created for each drawing: the same tags, attributes and texts. */
export function byElements(pieces: PagePieces) {
  const page = parse(`${pieces.before}<row-place></row-place>${pieces.after}`)
  const pattern = parse(pieces.row)
  return (rows: readonly { id: string; name: string }[]): ReactNode => {
    const rowNodes = rows.map((one, index) =>
      elementOf(pattern[0] ?? '', String(index), (text) =>
        text.replaceAll(pieces.id, one.id).replaceAll(pieces.name, one.name),
      ),
    )
    const draw = (piece: Piece | string, key: string): ReactNode =>
      typeof piece !== 'string' && piece.tag === 'row-place' ? rowNodes : elementOf(piece, key, (text) => text, draw)
    return page.map((piece, index) => draw(piece, String(index)))
  }
}

type Draw = (piece: Piece | string, key: string) => ReactNode

function elementOf(piece: Piece | string, key: string, say: (text: string) => string, draw?: Draw): ReactNode {
  if (typeof piece === 'string') return say(piece)
  const next: Draw = draw ?? ((child, childKey) => elementOf(child, childKey, say))
  const props: Record<string, unknown> = { key }
  for (const [name, value] of Object.entries(piece.attributes))
    props[name] = typeof value === 'string' ? say(value) : value
  const isRaw = piece.tag === 'script' || piece.tag === 'style'
  if (isRaw) return createElement(piece.tag, { ...props, dangerouslySetInnerHTML: { __html: piece.children.join('') } })
  if (VOID.test(piece.tag)) return createElement(piece.tag, props)
  return createElement(piece.tag, props, ...piece.children.map((child, index) => next(child, String(index))))
}

/** Parses the well-formed HTML that React writes, and no other. */
function parse(html: string): (Piece | string)[] {
  const root: Piece = { tag: '', attributes: {}, children: [] }
  const open = [root]
  for (const [token] of html.matchAll(
    /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]+>|[^<]+/g,
  )) {
    const parent = open.at(-1) ?? root
    if (token.startsWith('<!')) continue
    if (token.startsWith('</')) open.pop()
    else if (!token.startsWith('<')) parent.children.push(plain(token))
    else {
      const [, tag = '', rest = ''] = /^<([\w-]+)([^>]*)>/.exec(token) ?? []
      const piece: Piece = { tag, attributes: attributesOf(rest), children: [] }
      parent.children.push(piece)
      if (/^(script|style)$/.test(tag))
        piece.children.push(token.slice(token.indexOf('>') + 1, token.lastIndexOf('</')))
      else if (!VOID.test(tag)) open.push(piece)
    }
  }
  return root.children
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [
      RENAMED[name] ?? name,
      value === undefined ? true : /^(checked|disabled|selected)$/.test(name) ? true : plain(value),
    ]),
  )

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => SIGNS[name] ?? '')
