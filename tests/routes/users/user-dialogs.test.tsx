import { describe, expect, it } from 'vitest'
import Change from '../../../app/routes/users/change'
import { HoldCallout, PersonalData } from '../../../app/routes/users/personal-data/personal-data'
import Request from '../../../app/routes/users/personal-data/request'
import { UserHistory } from '../../../app/routes/users/user-history'
import { createElement, type ComponentType } from 'react'
import { pageHtml, serverHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const draw = <Props extends object>(part: ComponentType<Props>, props: object) =>
  serverHtml(createElement(part, props as Props))

describe('the dialog for changing a user', () => {
  const dialog = (more: object, actionData?: unknown) =>
    pageHtml(
      Change,
      {
        loaderData: {
          name: 'suspend',
          username: 'Olga',
          status: 'active',
          version: 1,
          role: 'cashier',
          isOpen: true,
          isErased: false,
          roles: [],
          closeTo: '/users/1?status=active',
          ...more,
        },
        actionData,
      },
      { at: '/users/1/suspend' },
    )

  it.each([
    ['suspend', true, 0],
    ['deactivate', false, 0],
    ['role', false, 2],
    ['restore', false, 0],
  ])('%s asks for a reason: %s, and offers %i roles', async (name, isReasoned, roles) => {
    const html = await dialog({ name, roles: ['manager', 'cashier'] })
    expect([html.includes('name="reason"'), html.match(/type="radio"/g)?.length ?? 0]).toEqual([isReasoned, roles])
  })

  it.each([
    ['suspend', 'danger'],
    ['deactivate', 'danger'],
    ['restore', 'primary'],
    ['role', 'primary'],
  ])('%s has a button in the style %s', async (name, look) => {
    const html = await dialog({ name })
    expect(tagWith(html.slice(html.indexOf('dialog-foot')), '<button')).toContain(`button-${look}`)
  })

  it('says why the change is impossible: the status, or an erasure', async () => {
    expect(words(await dialog({ isOpen: false, status: 'inactive' }))).toContain('Inactive')
    const erased = words(await dialog({ isOpen: false, isErased: true }))
    expect(erased).not.toContain('Active')
    expect(erased).toContain('erased')
    expect(await dialog({ isOpen: false })).not.toMatch(/name="(reason|version)"/)
  })
})

describe('the personal data of a user', () => {
  const person = (more: object) =>
    draw(PersonalData, {
      person: { user: { id: '1' }, data: null, hold: null, mayHold: false, listSearch: '', ...more },
    })

  it('is hidden from a person who may neither propose nor hold', async () => {
    expect(await person({})).toBe('')
  })

  it('offers to set or lift a legal hold only to those who may', async () => {
    expect(await person({ mayHold: true })).toContain('Set a legal hold')
    expect(await person({ mayHold: true, hold: {} })).toContain('Lift the legal hold')
    expect(await person({ data: [{ kind: 'export', state: 'none', request: null }] })).not.toContain('legal hold')
  })

  it('shows who proposed and agreed, and until when the file can be downloaded', async () => {
    const request = { proposedByName: 'Olga', agreedByName: '李伟', proposedAt: 'Mar 2', takenUntil: 'Mar 3' }
    const of = async (kind: string, state: string) => words(await person({ data: [{ kind, state, request }] }))
    expect(await of('erase', 'proposed')).toContain(
      'Olga proposed the erasure on Mar 2. Another superadmin has to agree.',
    )
    const agreed = await of('export', 'agreed')
    expect(agreed).toContain('Agreed by 李伟. The file can be downloaded until Mar 3.')
    expect(agreed).not.toContain('has to agree')
    expect(words(await person({ mayHold: true }))).toContain('One superadmin proposes, another agrees.')
  })

  it('on hold shows who set the hold, when and why', async () => {
    const hold = { setByName: 'Olga', setAt: 'Mar 2', reason: 'Court case 12' }
    expect(words(await draw(HoldCallout, { hold }))).toMatch(/Set by Olga, Mar 2\..*Court case 12/)
  })

  const request = (more: object) =>
    pageHtml(
      Request,
      {
        loaderData: {
          kind: 'export',
          username: 'Olga',
          state: 'none',
          request: null,
          obstacle: null,
          buttons: [],
          closeTo: '/users/1',
          file: null,
          isAlone: false,
          dependence: null,
          takenUntil: null,
          ...more,
        },
      },
      { at: '/users/1/export' },
    )

  it('has a danger button for agreeing to an erasure, and ordinary ones for the rest', async () => {
    const look = async (kind: string, intent: string) =>
      tagWith(await request({ kind, buttons: [intent] }), '<button', `value="${intent}"`)
    expect(await look('erase', 'agree')).toContain('button-danger')
    expect(await look('erase', 'propose')).toContain('button-primary')
    expect(await look('export', 'agree')).toContain('button-primary')
    expect(await look('export', 'return')).toContain('button-secondary')
  })

  it('asks for a reason only when proposing', async () => {
    expect(await request({ buttons: ['propose'] })).toContain('name="reason"')
    expect(await request({ buttons: ['agree', 'return'] })).not.toContain('name="reason"')
  })

  it('says when nobody else could agree, until it has been agreed to', async () => {
    const ALONE = 'Two superadmins besides this person have to decide.'
    expect(await request({ isAlone: true })).toContain(ALONE)
    expect(await request({ isAlone: true, state: 'agreed' })).not.toContain(ALONE)
  })

  it('links to the file only when there is one', async () => {
    expect(await request({ file: '/users/1/data' })).toMatch(/href="\/users\/1\/data"[^>]*>.*Download the file/)
    expect(await request({})).not.toContain('Download the file')
  })
})

it('the history shows who did what to whom and why, and names the system where there was nobody', async () => {
  const row = {
    id: 1,
    action: 'user.suspend',
    actorName: null,
    reason: 'Left',
    at: { at: '', text: 'today' },
    object: null,
  }
  const history = (more: object) =>
    draw(UserHistory, { history: [{ ...row, ...more }], seesAllHistory: true, userId: '1', isSelf: false })
  expect(words(await history({}))).toContain('System or not signed in · Left')
  const object = { name: 'Altai', href: null }
  expect(words(await history({ actorName: 'Olga', reason: null, object }))).toContain('Olga · Altai')
  expect(await history({ object })).not.toMatch(/<a[^>]*>(<bdi>)?Altai/)
  expect(await history({ object: { ...object, href: '/organizations/1' } })).toMatch(
    /href="\/organizations\/1"[^>]*><bdi>Altai/,
  )
})
