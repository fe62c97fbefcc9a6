import fs from 'node:fs'
import ts from 'typescript'

const TEXT = /[:,;]|\.\s/
const BETWEEN = /[:,;.]\s/
const ALONE = /^\s*[:,;.]\s+$/

/** Where a source joins words with half-width punctuation: Chinese has its own, so punctuation belongs in the texts. */
export function hardcodedPunctuation(file: string, source = fs.readFileSync(file, 'utf8')): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const isGlue = (node: ts.Node): boolean => {
    if (ts.isJsxText(node)) return TEXT.test(node.text.trim()) || ALONE.test(node.text)
    // `1. Name` is numbered the same way in all four languages.
    if (ts.isTemplateExpression(node))
      return node.templateSpans.some(
        ({ expression, literal }) => BETWEEN.test(literal.text) && !ts.isBinaryExpression(expression),
      )
    return ts.isStringLiteralLike(node) && ALONE.test(node.text)
  }
  const visit = (node: ts.Node): void => {
    if (isGlue(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1} ${node.getText().trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
