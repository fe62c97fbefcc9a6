/** A key that does the same; only shown where there is a keyboard script to hear it, and no part of the name of what it presses. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="kbd needs-script" aria-hidden>
      {children}
    </kbd>
  )
}
