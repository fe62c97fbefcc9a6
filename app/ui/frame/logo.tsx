/** The gate: two posts, an arch, and the way through. Decorative; the name stands beside it. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 16 16" aria-hidden>
      <path fill="currentColor" d="M8 1a6 6 0 0 0-6 6v8h3V7.5a3 3 0 0 1 6 0V15h3V7a6 6 0 0 0-6-6Z" />
      <path fill="currentColor" d="M7 10h2v5H7z" />
    </svg>
  )
}
