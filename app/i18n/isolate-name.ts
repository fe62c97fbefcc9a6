/** Puts a name in a sentence between the marks for text of its own direction; `Sentence` marks it as being in its own language. */
export const isolateName = (name: string): string => `\u2068${name}\u2069`
