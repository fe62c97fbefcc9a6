import { expect, it, vi } from 'vitest'
import { Button, type ButtonProps } from '../../app/ui/button'

type Press = (event: object) => void

/** Presses a button as a browser does, which counts clicks at one place; returns whether its form would be sent. */
function press(currentTarget: object, detail: number, props: ButtonProps = { type: 'submit' }): boolean {
  const event = {
    currentTarget,
    detail,
    defaultPrevented: false,
    preventDefault: () => (event.defaultPrevented = true),
  }
  const { onClick } = Button(props).props as { onClick: Press }
  onClick(event)
  return !event.defaultPrevented
}

it.each([
  ['a click', 1, true],
  ['a key', 0, true],
  ['the second half of a double click on another one', 2, false],
  ['the third click at one place', 3, false],
])('%s presses a button (click count %s): %s', (_, detail, expected) => {
  press({}, 1)
  expect(press({}, detail)).toBe(expected)
})

it('three quick clicks on a button that stays press it three times', () => {
  const button = {}
  expect([1, 2, 3].map((detail) => press(button, detail))).toEqual([true, true, true])
})

it('a double click on buttons that replace each other in one place sends once', () => {
  const sent = [press({}, 1), press({}, 2)].filter(Boolean)
  expect(sent).toHaveLength(1)
})

it('the second click on a replaced button runs no handler, while a button that stays runs it each time', () => {
  const onClick = vi.fn()
  press({}, 1)
  expect(press({}, 2, { onClick })).toBe(false)
  expect(onClick).not.toHaveBeenCalled()
  const button = {}
  for (const detail of [1, 2, 3]) press(button, detail, { onClick })
  expect(onClick).toHaveBeenCalledTimes(3)
})

it('a button with takesSecondClick takes the second click and runs its handler', () => {
  const onClick = vi.fn()
  press({}, 1)
  expect(press({}, 2, { type: 'submit', takesSecondClick: true, onClick })).toBe(true)
  expect(onClick).toHaveBeenCalledOnce()
})
