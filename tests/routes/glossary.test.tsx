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
  'the glossary in $language has a text of its own for each $key and for nothing else',
  ({ language, key, names }) => {
    const texts = textsAt(language, key) as Record<string, string>
    expect(Object.keys(texts).toSorted()).toEqual([...names].toSorted())
    expect(new Set(Object.values(texts)).size).toBe(names.length)
  },
)

it('the glossary lists moves with their rules: from which status, to which, what they need, which roles', () => {
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

it('the glossary says of decisions, and of no other action, that they can be undone for a minute', () => {
  const actions = Object.keys(VERIFICATION_ACTIONS)
  const told = actions.filter((action) =>
    String(textsAt('en', `verification.action.${action}`)).includes('for a minute'),
  )
  expect(told).toEqual(actions.filter(isDecision))
  expect(textsAt('en', 'verification.status.approved')).toContain('A minute after')
})

it('the glossary lists every allowed status change of an organization and no other', () => {
  const shown = ORGANIZATION_MOVES.flatMap(({ from, to }) => from.map((status) => `${status} → ${to}`))
  const ruled = ORGANIZATION_STATUSES.flatMap((from) => ORGANIZATION_TRANSITIONS[from].map((to) => `${from} → ${to}`))
  expect(shown.toSorted()).toEqual(ruled.toSorted())
})

type Actor = Awaited<ReturnType<typeof staff>>
async function pageFor(actor: Actor, language: Language = 'en') {
  const loaderData = await loader(visit(services, '/glossary', { actor, language }) as never)
  return pageHtml(Glossary, { loaderData }, { language })
}

it('the glossary shows staff the rules in their language', async () => {
  const cashier = await staff(db, 'cashier', 'Daniel Brooks')
  const html = await pageFor(cashier)
  expect(html).toContain('Superadmin, admin, and manager. For bank account')
  expect(html).toContain('Invite codes')
  const russian = await pageFor(cashier, 'ru')
  expect(russian).toContain('Суперадминистратор, администратор и менеджер')
  expect(russian).toContain('Приостановлена')
})

it('the glossary says for exactly the actions superadmins may take on one another that they may', () => {
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

it('the glossary names the start of a review with the words of the button on the desk', async () => {
  const cashier = await staff(db, 'cashier', 'Ольга Ким')
  for (const language of LANGUAGES) {
    const { claim } = namespaceIn(language, 'verifications') as { claim: { claim: string } }
    expect(await pageFor(cashier, language)).toContain(`<strong>${claim.claim}`)
  }
})

it('the glossary tells partners about organizations and applications only', async () => {
  const { id } = await organization(db)
  const html = await pageFor(await partner(db, id))
  expect(html).toContain('The partner is filling in the setup.')
  expect(html).not.toContain('Invite codes')
  expect(html).not.toContain('Shut out')
})

it.each(LANGUAGES)('the glossary has no duplicate id and no id with a space, in %s', async (language) => {
  const html = await pageFor(await staff(db, 'admin', 'Ольга Ким'), language)
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || /\s/.test(id))).toEqual([])
})
