import fs from 'node:fs'
import ts from 'typescript'
import { sourcesUnder } from './imports'

const NAMESPACED = /^(\w+):/
/** The characters of a key; a template with any other, such as an address, is not a key. */
const KEY_PARTS = /^[\w.:-]*$/

/** The texts that a source names: whole keys, the fixed parts of composed keys, and the namespaces of its `t`. */
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

/** The namespace of keys without one: the first that was asked for. */
function firstNamespace(asked: ts.Expression | undefined): string {
  const first = asked && ts.isArrayLiteralExpression(asked) ? asked.elements[0] : asked
  return first && ts.isStringLiteralLike(first) ? first.text : 'common'
}

/** A pattern for what a composed key may become, with anything in its placeholders. */
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
      // A template that begins with a placeholder may begin with any key of the same source.
      const begun = head === '' ? whole.filter((key) => NAMESPACED.test(key)) : []
      for (const pattern of [...composed, ...begun.map((key) => [key + rest[0], ...rest.slice(1)])].map(patternOf))
        for (const key of keys) if (pattern.test(key)) used.add(key)
    }
  }
  return used
}
