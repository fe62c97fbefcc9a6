import { expect, it } from 'vitest'
import { isSiblingMessage } from '../../app/gateways/siblings.server'

it.each([
  [{ sibling: 'sent', text: 'REFERENCE1' }, true],
  [{ sibling: 'sent' }, false],
  [{ text: 'REFERENCE1' }, false],
  ['sent', false],
  [null, false],
])('what a process passes on to the others: %j is for them: %s', (message, isOne) =>
  expect(isSiblingMessage(message)).toBe(isOne),
)
