import { describe, expect, it } from 'vitest'
import { organizationSearch } from '../../../app/domain/organizations/organization-search'
import { contrastOf, contrastsOf } from '../../../app/domain/organizations/contrast'
import { mayBecome } from '../../../app/domain/organizations/status/organization-status'
import {
  changesOpenTo,
  ruleOfChange,
  STATUS_CHANGE_NAMES,
} from '../../../app/domain/organizations/status/status-change'
import { changesOf } from '../../../app/domain/setup/section-changes'
import { ORGANIZATION_STATUSES, ROLES } from '../../../app/vocabulary'

describe('status changes by staff', () => {
  it.each(STATUS_CHANGE_NAMES)('%s follows only allowed status transitions', (change) => {
    const { from, to } = ruleOfChange(change)
    expect(from.filter((status) => !mayBecome(status, to))).toEqual([])
  })

  it('depend on the status and the role', () => {
    const open = ROLES.map((role) => [
      role,
      Object.fromEntries(ORGANIZATION_STATUSES.map((status) => [status, changesOpenTo({ role }, status).join(' ')])),
    ])
    const admin = {
      draft: 'archive',
      submitted: '',
      pending: '',
      approved: 'activate archive',
      rejected: 'archive',
      active: 'suspend',
      suspended: 'reactivate archive',
      archived: '',
    }
    const nothing = Object.fromEntries(ORGANIZATION_STATUSES.map((status) => [status, '']))
    expect(Object.fromEntries(open)).toEqual({
      superadmin: admin,
      admin,
      manager: { ...nothing, approved: 'activate' },
      cashier: nothing,
    })
  })
})

describe('the contrast of a brand colour', () => {
  it('is 21 for black on white, 1 for a colour on itself, the same both ways', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#15803d', '#15803d')).toBe(1)
    expect(contrastOf('#ffffff', '#0f766e')).toBe(contrastOf('#0f766e', '#ffffff'))
  })

  it.each([
    ['#15803d', 5.01, true, 'white', 5.01],
    ['#facc15', 1.53, false, 'black', 13.71],
    ['#777777', 4.47, false, 'black', 4.68],
  ])('%s on white is %d, and the more readable text colour on it is named', (color, ratio, passes, ink, best) => {
    const { onWhite, textOnIt } = contrastsOf(color)
    expect(onWhite.passes).toBe(passes)
    expect(onWhite.ratio).toBe(ratio)
    expect(textOnIt).toEqual({ ink, ratio: best })
  })
})

describe('the audit entry of an edit', () => {
  const stored = { organization: { name: 'A', phone: '+77272000001', email: 'a@x.kz' }, branches: [], brand: null }

  it('holds only what changed, with the phone masked and the e-mail hidden', () => {
    const input = { name: 'A', phone: '+77272000002', email: 'b@x.kz' }
    expect(changesOf({ step: 'basic', input }, stored)).toEqual({
      before: { phone: '+7 ••• 0001', email: '•••' },
      after: { phone: '+7 ••• 0002', email: '•••' },
    })
  })

  it('is absent when nothing changed, even if the branches come in another order', () => {
    const branch = { name: 'One', person: 'P', phone: '1', email: 'e', address: 'a', isPrimary: true }
    const branches = [branch, { ...branch, name: 'Two', isPrimary: false }]
    expect(changesOf({ step: 'contact', input: branches.toReversed() }, { ...stored, branches })).toBeNull()
  })

  it('names the branches and the primary one, even when only the primary branch changed', () => {
    const one = { name: 'One', person: 'P', phone: '1', email: 'e', address: 'a', isPrimary: true }
    const branches = [one, { ...one, name: 'Two', isPrimary: false }]
    const input = branches.map((row) => ({ ...row, isPrimary: !row.isPrimary }))
    expect(changesOf({ step: 'contact', input }, { ...stored, branches })).toEqual({
      before: { branches: ['One', 'Two'], primaryBranch: 'One' },
      after: { branches: ['One', 'Two'], primaryBranch: 'Two' },
    })
  })

  it('names each changed branch with its changed fields, but not their values', () => {
    const one = { name: 'One', person: 'P', phone: '1', email: 'e', address: 'a', isPrimary: true }
    const two = { ...one, name: 'Two', isPrimary: false }
    const rows = [one, two].map((row) => ({ ...row, id: row.name }))
    const input = [
      { ...two, name: 'Zwei', email: 'f' },
      { ...one, address: 'b', phone: '2' },
    ]
    expect(changesOf({ step: 'contact', input }, { ...stored, branches: rows })).toEqual({
      before: { branches: ['One', 'Two'], primaryBranch: 'One' },
      after: {
        branches: ['Zwei', 'One'],
        primaryBranch: 'One',
        changedBranches: [
          { name: 'Zwei', fields: ['email'] },
          { name: 'One', fields: ['phone', 'address'] },
        ],
      },
    })
  })

  it('tells that an e-mail was added or removed, and that a phone was added', () => {
    const none = { ...stored, organization: { email: null, phone: null } }
    const [came, went] = [{ email: 'a@x.kz', phone: '+77272000001' }, { email: '' }]
    expect(changesOf({ step: 'basic', input: came }, none)).toEqual({
      before: { email: null, phone: null },
      after: { email: '•••', phone: '+7 ••• 0001' },
    })
    expect(changesOf({ step: 'basic', input: went }, stored)).toEqual({
      before: { email: '•••' },
      after: { email: null },
    })
  })

  it('names a changed brand and a removed one', () => {
    const brand = { name: 'Dala Go', slogan: '' }
    expect(changesOf({ step: 'brand', input: { ...brand, slogan: 'On time' } }, { ...stored, brand })).toEqual({
      before: { brand: 'Dala Go', slogan: '' },
      after: { brand: 'Dala Go', slogan: 'On time' },
    })
    expect(changesOf({ step: 'brand', input: { ...brand, name: 'Dala Fast' } }, { ...stored, brand })).toEqual({
      before: { brand: 'Dala Go' },
      after: { brand: 'Dala Fast' },
    })
    expect(changesOf({ step: 'brand', input: brand }, { ...stored, brand })).toBeNull()
    for (const removed of [{ step: 'removeBrand' }, { step: 'brand', input: null }] as const) {
      expect(changesOf(removed, { ...stored, brand })).toEqual({ before: { brand: 'Dala Go' }, after: { brand: null } })
      expect(changesOf(removed, stored)).toBeNull()
    }
  })
})

describe('the text typed into the search of organizations', () => {
  it.each([
    ['18-04/400.12 345', '180440012345', null, null],
    ['АБ-1234', 'АБ1234', null, null],
    ['A1', null, null, null],
    ['ABC', null, null, null],
    ['8 (701) 000-00-01', '8(701)0000001', '77010000001', null],
    ['+7 701 000 00 01', '+77010000001', '77010000001', null],
    ['+7 701–000–00–01', '+77010000001', '77010000001', null],
    ['8 701‑000—00‐01', '87010000001', '77010000001', null],
    ['0001', '0001', '0001', null],
    ['001', '001', null, null],
    ['office@steppe.example', null, null, 'office@steppe.example'],
  ])('%j reads as number %j, phone %j, e-mail %j; contacts only for readers who may see them', (...row) => {
    const [typed, number, phone, email] = row
    expect(organizationSearch(typed, true)).toMatchObject({ number, phone, email })
    expect(organizationSearch(typed, false)).toMatchObject({ number, phone: null, email: null })
  })

  it('is no search when it is empty or blank', () => {
    for (const typed of ['', '  ']) expect(organizationSearch(typed, true)).toBeNull()
  })
})
