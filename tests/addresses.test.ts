import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { href as routerHref } from 'react-router'
import ts from 'typescript'
import { href } from '../app/addresses'
import routes from '../app/routes'
import { sourcesUnder } from './support/imports'

const pathsBelow = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    return [here || '/', ...pathsBelow(children, here)]
  })
const paths = [...new Set(pathsBelow(await routes))].filter((path) => path !== '/*')
const segments = new Set(paths.flatMap((path) => path.split('/')))

/** The text of a string or template in the code, with `*` for what is filled in. */
function wordsOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')
    : null
}

/** A slash at the beginning or after `*`, followed by another `*` or a word of the route map. */
const isOurs = (words: string) =>
  [...words.matchAll(/(?:^|\*)\/(\*|[\w-]+)(?=[/?#*]|$)/g)].some(([, next = '']) => next === '*' || segments.has(next))

const isGivenToHref = ({ parent }: ts.Node) => ts.isCallExpression(parent) && parent.expression.getText() === 'href'

/** Addresses of the console that a source writes by hand. */
function writtenByHand(text: string): string[] {
  const found: string[] = []
  function look(node: ts.Node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return
    const words = wordsOf(node)
    if (words !== null && isOurs(words) && !isGivenToHref(node)) found.push(node.getText())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('looked-at.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

describe('addresses of the console are made by href, so that a renamed route is a type error', () => {
  const layers = ['domain', 'http', 'i18n', 'lists', 'routes', 'ui'].flatMap((layer) => sourcesUnder(`app/${layer}`))

  it.each(['/users/', '/invites/new', '/audit?page=2'])('%s is recognized when written by hand', (address) => {
    expect(writtenByHand(`const to = '${address}'`)).toEqual([`'${address}'`])
  })

  it('templates and concatenations are recognized too', () => {
    const templates = [
      '`/users/${id}`',
      '`/${feature}/export`',
      '`${path}/approve`',
      '`${path}/${act}`',
      '`${origin}/sign-in`',
    ]
    expect(templates.filter((template) => writtenByHand(`const to = ${template}`).length === 0)).toEqual([])
  })

  it('no file of the console writes one by hand', () => {
    expect(
      layers.flatMap((file) => writtenByHand(fs.readFileSync(file, 'utf8')).map((address) => `${file}: ${address}`)),
    ).toEqual([])
  })
})

it.each(paths)('our href fills in %s as React Router’s does', (path) => {
  const parts = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, `one-${name}`]))
  const of = (fill: typeof href) => Reflect.apply(fill, null, [path, parts])
  expect(of(href)).toBe(of(routerHref))
})
