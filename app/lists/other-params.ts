/** The search params of a list's address as pairs for hidden fields, all but the named ones. */
export const otherParams = (search: string, but: readonly string[]): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => !but.includes(name))
