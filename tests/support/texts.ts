import fs from 'node:fs'
import type { Language } from '../../app/vocabulary'

/** Every sentence of a language by its key, such as `access:error.codeInvalid`. */
export function allTexts(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') texts.set(key, value)
    else
      for (const [name, inner] of Object.entries(value ?? {}))
        walk(inner, key.endsWith(':') ? key + name : `${key}.${name}`)
  }
  for (const file of fs.readdirSync(`locales/${language}`))
    walk(JSON.parse(fs.readFileSync(`locales/${language}/${file}`, 'utf8')), `${file.replace('.json', '')}:`)
  return texts
}
