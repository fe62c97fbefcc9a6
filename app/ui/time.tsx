/**
 * A moment. All words come formatted from the server.
 * @param at ISO 8601 @param text what is read, such as “3 hours ago” @param exact the full date and time, for the tooltip
 */
export function Time({ at, text, exact }: { at: string; text: string; exact?: string }) {
  return (
    <time dateTime={at} title={exact}>
      {text}
    </time>
  )
}
