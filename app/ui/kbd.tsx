/** A key that does the same; only shown where there is a keyboard script to hear it. */
export function Kbd({ children }: { children: string }) {
  return <kbd className="kbd needs-script">{children}</kbd>
}
