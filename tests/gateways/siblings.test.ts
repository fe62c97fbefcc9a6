import { expect, it } from 'vitest'
import { isSiblingMessage } from '../../app/gateways/siblings.server'

it.each([
  [{ sibling: 'sent', text: 'REFERENCE1' }, true],
  [{ sibling: 'sent' }, false],
  [{ text: 'REFERENCE1' }, false],
  ['sent', false],
  [null, false],
])('%j counts as a message from another process of the console: %s', (message, isOne) =>
  expect(isSiblingMessage(message)).toBe(isOne),
)
