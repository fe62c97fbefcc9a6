/**
 * The name being typed after an `@` before the caret, and where it begins; null when there is none. After Chinese text the `@` needs
 * no space before it.
 */
export function typedMention(text: string, caret: number): { start: number; typed: string } | null {
  const typed = /(?:^|[^\p{L}\p{N}\p{M}_]|\p{Script=Han})[@＠]([^@＠\n]{0,40})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

/** Whether a name, or any word of it, begins with what is typed. */
export function isNameTyped(name: string, typed: string): boolean {
  const folded = name.toLowerCase()
  const wanted = typed.toLowerCase()
  return folded.startsWith(wanted) || folded.split(/\s+/).some((word) => word.startsWith(wanted))
}
