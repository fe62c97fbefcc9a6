import fs from 'node:fs'
import ts from 'typescript'
import { sourcesUnder } from './imports'

const NAMESPACED = /^(\w+):/
/** What a key is made of; a template of anything else, such as an address, is none. */
const KEY_PARTS = /^[\w.:-]*$/

/** What a source says of texts: whole keys, the parts around what is filled into one, and the namespaces of its `t`. */
type Said = { keys: string[]; templates: string[][]; own: Set<string> }

function readSource(file: string): Said {
  const tree = ts.createSourceFile(
    file,
    fs.readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const said: Said = { keys: [], templates: [], own: new Set(['common']) }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) said.keys.push(node.text)
    if (ts.isTemplateExpression(node))
      said.templates.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)])
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'useTranslation')
      said.own.add(firstNamespace(node.arguments[0]))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return said
}

/** A key without a namespace is of the first that was asked for. */
function firstNamespace(asked: ts.Expression | undefined): string {
  const first = asked && ts.isArrayLiteralExpression(asked) ? asked.elements[0] : asked
  return first && ts.isStringLiteralLike(first) ? first.text : 'common'
}

/** A key that is composed, as what it may become: anything stands in its places. */
const patternOf = (parts: readonly string[]): RegExp =>
  new RegExp(`^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[^:]+')}$`)

/** Which of these keys, such as `invites:field.type`, a source under the folder may ask for. */
export function usedTexts(folder: string, keys: readonly string[]): Set<string> {
  const used = new Set<string>()
  for (const { keys: whole, templates, own } of sourcesUnder(folder).map(readSource)) {
    const named = (key: string) => (NAMESPACED.test(key) ? [key] : [...own].map((namespace) => `${namespace}:${key}`))
    for (const key of whole.flatMap(named)) used.add(key)
    for (const [head = '', ...rest] of templates) {
      const words = [head, ...rest].join('')
      if (!KEY_PARTS.test(words)) continue
      const composed = /\w/.test(words) ? named(head).map((full) => [full, ...rest]) : []
      // What begins with a place may begin with any key of the same source.
      const begun = head === '' ? whole.filter((key) => NAMESPACED.test(key)) : []
      for (const pattern of [...composed, ...begun.map((key) => [key + rest[0], ...rest.slice(1)])].map(patternOf))
        for (const key of keys) if (pattern.test(key)) used.add(key)
    }
  }
  return used
}
