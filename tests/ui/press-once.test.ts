import { expect, it, vi } from 'vitest'
import { Button } from '../../app/ui/button'

/** Whether a button that is pressed does what it is for; the browser counts the clicks at one place. */
function acts(detail: number): boolean {
  const preventDefault = vi.fn()
  const { onClick } = Button({ type: 'submit' }).props as { onClick: (event: object) => void }
  onClick({ detail, preventDefault })
  return preventDefault.mock.calls.length === 0
}

it.each([
  ['a click', 1, true],
  ['a key', 0, true],
  ['the second half of a double click', 2, false],
  ['the third click at one place', 3, false],
])('%s presses a button once', (_, detail, expected) => expect(acts(detail)).toBe(expected))
