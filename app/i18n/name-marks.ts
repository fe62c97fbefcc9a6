/** A name within a sentence, between the marks for a text of its own direction: `Sentence` draws it in its own language. */
export const named = (name: string): string => `\u2068${name}\u2069`
