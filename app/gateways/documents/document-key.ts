/** Random names only: no separators, no dots, nothing that could leave the folder or the bucket. */
const KEY = /^[0-9a-z][0-9a-z-]{15,63}$/

export const isKey = (text: string): boolean => KEY.test(text)

/** Holds the owner of the documents. Its name is not a valid key, so that it is never listed among them. */
export const OWNER_FILE = 'gatehouse-documents-belong-to.txt'

/** Throws for a key that we did not make. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('Malformed document key')
  return key
}
