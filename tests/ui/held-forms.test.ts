import { describe, expect, it } from 'vitest'
import { nextDrawnForm, type DrawnForm } from '../../app/ui/forms/form-state'

type View = { version: number }
type Refusal = { alert: string }

const drawn = (version: number, more: Partial<DrawnForm<View, Refusal>> = {}): DrawnForm<View, Refusal> => ({
  pathname: '/organizations/1/notes',
  writer: 'anna',
  drawing: 0,
  drawn: { version },
  reply: null,
  restored: null,
  ...more,
})
const refused = { alert: 'This field is required' }

describe('the data that a form was rendered from', () => {
  it('stays while the data of the page changes', () => {
    const held = drawn(1)
    expect(nextDrawnForm(held, drawn(2), false)).toBe(held)
  })

  it('stays with the first refusal of the form, whatever the page loads later', () => {
    const answered = nextDrawnForm(drawn(1), drawn(2, { reply: refused }), false)
    expect(answered).toMatchObject({ drawn: { version: 1 }, reply: refused, drawing: 0 })
    expect(nextDrawnForm(answered, drawn(3, { reply: refused }), false)).toBe(answered)
    expect(nextDrawnForm(answered, drawn(3), false)).toBe(answered)
  })

  it.each([
    ['once the form was taken', drawn(2), true],
    ['at another address', drawn(2, { pathname: '/organizations/2/notes' }), false],
    ['for another account', drawn(2, { writer: 'bella' }), false],
  ])('is replaced by the current data, without the former refusal, %s', (_, fresh, wasTaken) => {
    expect(nextDrawnForm(drawn(1, { reply: refused }), fresh, wasTaken)).toEqual({ ...fresh, drawing: 1 })
  })
})
