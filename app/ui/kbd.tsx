/**
 * The key for an action, shown only with a script to handle it. The styles draw its text, so that it is not part of the surrounding
 * text: neither of a button's name, nor of the page without styles.
 */
export function Kbd({ className = '', children }: { className?: string; children: string }) {
  return <kbd className={`kbd needs-script ${className}`} aria-hidden data-key={children} />
}
