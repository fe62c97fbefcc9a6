/** Percent-encoded text as it was meant; null for what is none. Its answer has to be used: a build leaves out what only might fail. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The path of an address as it is compared: with and without a slash at its end it is one page. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '')
