/**
 * A key that does the same, shown where there is a script to hear it. Drawn by the styles, as it is no part of the words around it:
 * neither of the name of a button, nor where there are no styles.
 */
export function Kbd({ className = '', children }: { className?: string; children: string }) {
  return <kbd className={`kbd needs-script ${className}`} aria-hidden data-key={children} />
}
