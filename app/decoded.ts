/** Decodes percent-encoded text; null when it is malformed. Use the result: a build removes a call made only to see whether it fails. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** A path without slashes at its end, for comparison: both forms are one page. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '')
