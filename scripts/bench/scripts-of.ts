import fs from 'node:fs'
import path from 'node:path'

export type ScriptBytes = { files: number; raw: number; gzip: number; brotli: number; plain: number }

/** The module files that a page loads by itself, and the plain script files beside them, by size as the build left them. */
export function scriptsOf(html: string, clientFolder: string): ScriptBytes {
  const tags = [...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*>|<script[^>]*src="[^"]*"[^>]*>/g)].map(
    ([tag]) => tag,
  )
  const inline = [...html.matchAll(/<script[^>]*type="module"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  const named = [...tags, ...inline].flatMap((text) =>
    [...text.matchAll(/"(\/[^"]+\.js)"/g)].map(([, name = '']) => name),
  )
  const files = [...new Set(named)]
  const modules = files.filter((name) => name.startsWith('/assets/'))
  const bytes = (name: string) => fs.statSync(path.join(clientFolder, name), { throwIfNoEntry: false })?.size ?? 0
  const sum = (names: readonly string[], ending: string) =>
    names.reduce((total, name) => total + (bytes(name + ending) || bytes(name)), 0)
  return {
    files: modules.length,
    raw: sum(modules, ''),
    gzip: sum(modules, '.gz'),
    brotli: sum(modules, '.br'),
    plain: sum(
      files.filter((name) => !modules.includes(name)),
      '',
    ),
  }
}
