import fs from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import ts from 'typescript'
import routes from '../../app/routes'

/** Files of all routes. */
export const routeFiles = async (): Promise<string[]> => [...new Set(filesBelow(await routes))]

/** Files of the routes below the signed-in layout, without the layout itself. */
export async function signedInRoutes(): Promise<string[]> {
  const layout = (await routes).find(({ file }) => file === 'routes/signed-in.tsx')
  return [...new Set(filesBelow(layout?.children ?? []))]
}

const filesBelow = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap((entry) => [entry.file, ...filesBelow(entry.children ?? [])])

export type Handler = { name: 'loader' | 'action'; first: string }

/** The loader and action a file exports, each with the text of its first statement, also when another file makes them. */
export function firstWords(file: string): Handler[] {
  const source = parse(file)
  return source.statements.flatMap((statement): Handler[] => {
    if (ts.isExportDeclaration(statement)) return reexported(file, statement)
    if (!isExported(statement)) return []
    if (ts.isFunctionDeclaration(statement) && isHandlerName(statement.name?.text))
      return [{ name: statement.name.text, first: firstStatement(statement) }]
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const handlerName = name.getText()
      if (!isHandlerName(handlerName) || !initializer) return []
      return [{ name: handlerName, first: firstOf(initializer, source, file) }]
    })
  })
}

function firstOf(initializer: ts.Expression, source: ts.SourceFile, file: string): string {
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return firstStatement(initializer)
  const maker = ts.isCallExpression(initializer) ? initializer.expression : initializer
  return madeBy(maker.getText(), source, file)
}

/** A handler made by a function of this file or of a file beside it: the first statement of what that gives. */
function madeBy(name: string, source: ts.SourceFile, file: string): string {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return innermost(statement)
    const isNamed =
      ts.isImportDeclaration(statement) && new RegExp(`\\b${name}\\b`).test(statement.importClause?.getText() ?? '')
    if (isNamed && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = sibling(file, statement.moduleSpecifier.text)
      return from ? madeBy(name, parse(from), from) : ''
    }
  }
  return ''
}

function innermost(made: ts.FunctionDeclaration): string {
  const [statement] = made.body?.statements ?? []
  const returned = statement && ts.isReturnStatement(statement) ? statement.expression : undefined
  if (returned && (ts.isArrowFunction(returned) || ts.isFunctionExpression(returned))) return firstStatement(returned)
  return firstStatement(made)
}

function reexported(file: string, statement: ts.ExportDeclaration): Handler[] {
  const names = statement.exportClause?.getText() ?? ''
  const from =
    statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : null
  const target = from && sibling(file, from)
  return target ? firstWords(target).filter(({ name }) => new RegExp(`\\b${name}\\b`).test(names)) : []
}

function firstStatement(handler: ts.FunctionLikeDeclaration): string {
  if (!handler.body) return ''
  return ts.isBlock(handler.body) ? (handler.body.statements[0]?.getText() ?? '') : handler.body.getText()
}

const isHandlerName = (name: string | undefined): name is Handler['name'] => name === 'loader' || name === 'action'

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const parse = (file: string) =>
  ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

function sibling(file: string, target: string): string | undefined {
  const place = path.join(path.dirname(file), target)
  return [`${place}.ts`, `${place}.tsx`].find((candidate) => fs.existsSync(candidate))
}
