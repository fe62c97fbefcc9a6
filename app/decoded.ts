/** Percent-encoded text as it was meant; null for what is none. Its answer has to be used: a build leaves out what only might fail. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
