/**
 * A moment. All text comes formatted from the server.
 * @param at ISO 8601 @param text what is shown, such as “3 hours ago” @param exact the full date and time, for the tooltip
 */
export function Time({ at, text, exact }: { at: string; text: string; exact?: string }) {
  return (
    <time dateTime={at} title={exact}>
      {text}
    </time>
  )
}
