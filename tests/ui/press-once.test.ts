import { expect, it, vi } from 'vitest'
import { Button } from '../../app/ui/button'

const { onClick } = Button({ type: 'submit' }).props as { onClick: (event: object) => void }

/** Whether a button that is pressed does what it is for; the browser counts the clicks at one place. */
function acts(currentTarget: object, detail: number): boolean {
  const preventDefault = vi.fn()
  onClick({ currentTarget, detail, preventDefault })
  return preventDefault.mock.calls.length === 0
}

it.each([
  ['a click', 1, true],
  ['a key', 0, true],
  ['the second half of a double click on another one', 2, false],
  ['the third click at one place', 3, false],
])('%s presses a button: %s, %s', (_, detail, expected) => {
  acts({}, 1)
  expect(acts({}, detail)).toBe(expected)
})

it('three quick clicks on a button that stays press it three times', () => {
  const button = {}
  expect([1, 2, 3].map((detail) => acts(button, detail))).toEqual([true, true, true])
})
