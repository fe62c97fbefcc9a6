/** Returns which of `names` is the last segment of an address; throws when none is, which the route rules out. */
export function lastSegment<Name extends string>({ pathname }: URL, names: readonly Name[]): Name {
  const word = pathname.split('/').findLast((part) => part !== '')
  const name = names.find((one) => one === word)
  if (name === undefined) throw new Error(`None of ${names.join(', ')} at ${pathname}`)
  return name
}
