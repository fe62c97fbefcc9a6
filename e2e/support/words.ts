import fs from 'node:fs'

/** The texts of a language, by key such as `setup:submit.button`, so that a journey can run in any of them. */
export const wordsOf = (language: 'en' | 'ru' | 'kk' | 'zh') => (key: string) => {
  const [namespace = '', place = ''] = key.split(':')
  const file: unknown = JSON.parse(fs.readFileSync(`locales/${language}/${namespace}.json`, 'utf8'))
  const found = place
    .split('.')
    .reduce<unknown>((within, name) => (within as Record<string, unknown> | undefined)?.[name], file)
  if (typeof found !== 'string') throw new Error(`No words for ${key} in ${language}`)
  return found
}
