import fs from 'node:fs'

/** The titles of all tests and groups of a file, as written in its source. */
export const titlesIn = (file: string): string[] =>
  [
    ...fs.readFileSync(file, 'utf8').matchAll(/(?:\)|\b(?:it|test|describe)(?:\.each)?)\(\s*(['"`])((?:(?!\1).)+)\1/g),
  ].map(([, , title]) => title ?? '')
