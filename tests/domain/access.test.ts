import { describe, expect, it } from 'vitest'
import { ABILITIES, abilitiesOf, can, grant, type Ability, type Actor } from '../../app/domain/access'
import { ROLES } from '../../app/vocabulary'

/** The table of the decision record: y = may, - = may not; superadmin, admin, manager, cashier, partner. */
const TABLE: Record<Ability, string> = {
  'dashboard.read': 'yyyy-',
  'organizations.read': 'yyyy-',
  'verifications.read': 'yyyy-',
  'invites.read': 'yyyy-',
  'documents.read': 'yyy--',
  'contacts.read': 'yyy--',
  'users.read': 'yyy--',
  'verifications.review': 'yyy--',
  'verifications.decideSensitive': 'yy---',
  'invites.create': 'yyyy-',
  'invites.createAnyType': 'yyy--',
  'invites.deleteOwn': 'yyy--',
  'invites.deleteAny': 'yy---',
  'organizations.edit': 'yyy--',
  notes: 'yyy--',
  inbox: 'yyyy-',
  views: 'yyyy-',
  'organizations.changeStatus': 'yy---',
  'users.invite': 'yyy--',
  'users.pause': 'yyy--',
  'users.suspend': 'yy---',
  'users.changeRole': 'yy---',
  'users.data': 'y----',
  'users.hold': 'y----',
  'audit.read': 'yyyy-',
  'audit.readAll': 'yy---',
  'recovery.read': 'yyy--',
  'templates.read': 'yyy--',
  'templates.edit': 'yy---',
  'dueDates.edit': 'y----',
  'reviews.settings': 'y----',
  'keeping.edit': 'y----',
  'settings.own': 'yyyyy',
  'settings.staff': 'yyyy-',
  'setup.read': 'yyyyy',
  'setup.own': '----y',
}

const people = [...ROLES, null] as const
const cases = (Object.keys(TABLE) as Ability[]).flatMap((ability) =>
  people.map((role, index) => ({ ability, role, who: role ?? 'partner', may: TABLE[ability][index] === 'y' })),
)

describe('permissions', () => {
  it('cover exactly the abilities of the table', () => {
    expect(Object.keys(ABILITIES).sort()).toEqual(Object.keys(TABLE).sort())
  })

  it.each(cases)('$who × $ability: $may', ({ ability, role, may }) => {
    expect(can({ role }, ability)).toBe(may)
    expect(abilitiesOf({ role }).includes(ability)).toBe(may)
  })

  it('grant a permit only to an actor who has the ability', () => {
    const cashier: Actor = {
      id: 'c',
      username: 'Aigerim',
      phone: '+77010000004',
      role: 'cashier',
      organizationId: null,
      language: 'kk',
      timeZone: 'Asia/Almaty',
      sessionId: 's',
      provenAt: new Date(0),
      pageSize: null,
      density: null,
      startPage: null,
      hasShortcuts: true,
    }
    expect(grant(cashier, 'verifications.review')).toBeNull()
    expect(grant(cashier, 'verifications.read')?.actor).toBe(cashier)
  })
})
