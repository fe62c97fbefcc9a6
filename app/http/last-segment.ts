/** Which of these names the last word of an address is; its route has no other. */
export function lastSegment<Name extends string>({ pathname }: URL, names: readonly Name[]): Name {
  const word = pathname.split('/').findLast((part) => part !== '')
  const name = names.find((one) => one === word)
  if (name === undefined) throw new Error(`None of ${names.join(', ')} at ${pathname}`)
  return name
}
