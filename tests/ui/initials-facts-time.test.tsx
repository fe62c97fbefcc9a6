import { describe, expect, it, vi } from 'vitest'
import { initials } from '../../app/ui/avatar'
import { Facts } from '../../app/ui/facts'
import { Time } from '../../app/ui/time'
import { serverHtml } from '../support/render'

describe('initials', () => {
  it.each([
    ['Aigerim Sadykova', 'AS'],
    ['Әлия Қасымқызы Нұрғали', 'ӘН'],
    ['王小明', '王'],
    ['  dana  ', 'D'],
    ['', ''],
  ])('of “%s” are “%s”', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })

  it('do not depend on the locale of the browser', () => {
    const capital = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockReturnValue('İ')
    expect(initials('ilham Aliyev')).toBe('IA')
    capital.mockRestore()
  })
})

describe('facts', () => {
  it('say when a value is missing, but show a zero', async () => {
    const facts = [
      { label: 'Email', value: '' },
      { label: 'Branches', value: 0 },
    ]
    expect(await serverHtml(<Facts facts={facts} />, { language: 'kk' })).toMatch(/Көрсетілмеген.*<dd>0<\/dd>/)
  })
})

describe('a time', () => {
  it('carries the exact moment for machines and as a tooltip', async () => {
    const time = <Time at="2026-03-05T09:07:00Z" text="3 hours ago" exact="Mar 5, 2026, 2:07 PM" />
    expect(await serverHtml(time)).toBe(
      '<time dateTime="2026-03-05T09:07:00Z" title="Mar 5, 2026, 2:07 PM">3 hours ago</time>',
    )
  })
})
