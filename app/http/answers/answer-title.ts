/** The `title` field of an error answer that is not one of our pages, such as a proxy's (specification 8); null without one. */
export function titleOf(body: unknown): string | null {
  if (typeof body !== 'string') return null
  try {
    const answer: unknown = JSON.parse(body)
    const title = typeof answer === 'object' && answer !== null && 'title' in answer ? answer.title : null
    return typeof title === 'string' && title !== '' ? title : null
  } catch {
    return null
  }
}
