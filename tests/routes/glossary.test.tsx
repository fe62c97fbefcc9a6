import { expect, it } from 'vitest'
import { ORGANIZATION_MOVES, VERIFICATION_MOVES } from '../../app/domain/glossary'
import { ORGANIZATION_TRANSITIONS } from '../../app/domain/organizations/status/organization-status'
import { VERIFICATION_ACTIONS } from '../../app/domain/verifications/verification-actions'
import { isDecision } from '../../app/domain/verifications/verification-actions'
import { mayDoToUser, USER_ACTION_NAMES } from '../../app/domain/users/user-actions'
import { namespaceIn } from '../../app/i18n/texts.server'
import { movesView } from '../../app/routes/glossary/moves-view.server'
import Glossary, { loader } from '../../app/routes/glossary/page'
import {
  DOCUMENT_STATUSES,
  INVITE_STATUSES,
  LANGUAGES,
  ORGANIZATION_STATUSES,
  USER_STATUSES,
  VERIFICATION_STATUSES,
  type Language,
} from '../../app/vocabulary'
import { openTestDatabase } from '../support/database'
import { pageHtml } from '../support/render'
import { visit } from '../support/requests'
import { testServices } from '../support/services'
import { organization, partner, staff } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()

const EXPLAINED = [
  ['verification.status', VERIFICATION_STATUSES],
  ['verification.action', Object.keys(VERIFICATION_ACTIONS)],
  ['organization.status', ORGANIZATION_STATUSES],
  ['organization.action', ORGANIZATION_MOVES.map(({ action }) => action)],
  ['organization.name', ORGANIZATION_MOVES.map(({ action }) => action)],
  ['user.status', USER_STATUSES],
  ['user.action', USER_ACTION_NAMES],
  ['invite.status', INVITE_STATUSES],
  ['document.status', DOCUMENT_STATUSES],
] as const

const textsAt = (language: Language, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], namespaceIn(language, 'glossary'))

it.each(LANGUAGES.flatMap((language) => EXPLAINED.map(([key, names]) => ({ language, key, names }))))(
  '$language explains each $key and nothing else',
  ({ language, key, names }) => {
    const texts = textsAt(language, key) as Record<string, string>
    expect(Object.keys(texts).toSorted()).toEqual([...names].toSorted())
    expect(new Set(Object.values(texts)).size).toBe(names.length)
  },
)

it('shows the rules themselves', () => {
  expect(VERIFICATION_MOVES.find(({ action }) => action === 'reject')).toEqual({
    action: 'reject',
    from: ['under_review', 'need_more_info'],
    to: 'rejected',
    needs: 'a reason',
    roles: ['superadmin', 'admin', 'manager'],
    sensitiveRoles: ['superadmin', 'admin'],
  })
  expect(ORGANIZATION_MOVES.find(({ action }) => action === 'suspend')).toEqual({
    action: 'suspend',
    from: ['active'],
    to: 'suspended',
    reason: 'required',
    roles: ['superadmin', 'admin'],
  })
})

it('says of what can be undone, and of nothing else, that it can be for a minute', () => {
  const actions = Object.keys(VERIFICATION_ACTIONS)
  const told = actions.filter((action) =>
    String(textsAt('en', `verification.action.${action}`)).includes('for a minute'),
  )
  expect(told).toEqual(actions.filter(isDecision))
  expect(textsAt('en', 'verification.status.approved')).toContain('A minute after')
})

it('leaves out no way from one status of an organization to another, and invents none', () => {
  const shown = ORGANIZATION_MOVES.flatMap(({ from, to }) => from.map((status) => `${status} → ${to}`))
  const ruled = ORGANIZATION_STATUSES.flatMap((from) => ORGANIZATION_TRANSITIONS[from].map((to) => `${from} → ${to}`))
  expect(shown.toSorted()).toEqual(ruled.toSorted())
})

type Actor = Awaited<ReturnType<typeof staff>>
async function pageFor(actor: Actor, language: Language = 'en') {
  const loaderData = await loader(visit(services, '/glossary', { actor, language }) as never)
  return pageHtml(Glossary, { loaderData }, { language })
}

it('is read by staff in their language', async () => {
  const cashier = await staff(db, 'cashier', 'Daniel Brooks')
  const html = await pageFor(cashier)
  expect(html).toContain('Superadmin, admin, and manager. For bank account')
  expect(html).toContain('Invite codes')
  const russian = await pageFor(cashier, 'ru')
  expect(russian).toContain('Суперадминистратор, администратор и менеджер')
  expect(russian).toContain('Приостановлена')
})

it('says of what superadmins may do to one another, and of nothing else, that they may', () => {
  const role = 'superadmin'
  const among = USER_ACTION_NAMES.filter((action) => mayDoToUser({ id: 'one', role }, { id: 'other', role }, action))
  const { userMoves } = movesView('en')
  expect(
    userMoves.filter(({ who }) => who.endsWith('; superadmins also for one another')).map(({ action }) => action),
  ).toEqual(among)
  expect(userMoves.find(({ action }) => action === 'role')?.who).toBe(
    'Superadmin and admin, for users with a lower role; superadmins also for one another',
  )
  expect(userMoves.find(({ action }) => action === 'deactivate')?.who).toMatch(/, for users with a lower role$/)
})

it('names the start of a review as the button on the desk does', async () => {
  const cashier = await staff(db, 'cashier', 'Ольга Ким')
  for (const language of LANGUAGES) {
    const { claim } = namespaceIn(language, 'verifications') as { claim: { claim: string } }
    expect(await pageFor(cashier, language)).toContain(`<strong>${claim.claim}`)
  }
})

it('tells partners of organizations and applications only', async () => {
  const { id } = await organization(db)
  const html = await pageFor(await partner(db, id))
  expect(html).toContain('The partner is filling in the setup.')
  expect(html).not.toContain('Invite codes')
  expect(html).not.toContain('Shut out')
})

it.each(LANGUAGES)('no two things on it have one id, and no id is two words, in %s', async (language) => {
  const html = await pageFor(await staff(db, 'admin', 'Ольга Ким'), language)
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || /\s/.test(id))).toEqual([])
})
