import { expect, it } from 'vitest'
import { useGroups, type SignedInData } from '../../app/routes/console-navigation'
import { serverHtml } from '../support/render'

const GROUPS = [
  'General: Dashboard, Inbox',
  'Organization management: Organizations, Verifications',
  'Invite codes: Invite codes',
  'Users: Users',
  'Audit log: Audit log',
]

function Groups({ sees }: { sees: Record<string, boolean> }) {
  const person = { ownOrganizationId: null, home: '/', unread: null, sees } as unknown as SignedInData
  return useGroups(person).map(({ label, items }) => (
    <p key={label}>{`${label}: ${items.map((item) => item.label).join(', ')}`}</p>
  ))
}

it.each([
  [['dashboard', 'organizations', 'verifications', 'invites', 'users', 'audit'], GROUPS],
  [
    ['dashboard', 'invites'],
    [GROUPS[0], GROUPS[2]],
  ],
])('the sidebar groups its pages as specified for a user who may see %s', async (seen, groups) => {
  const html = await serverHtml(<Groups sees={Object.fromEntries(seen.map((name) => [name, true]))} />)
  expect([...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, group]) => group)).toEqual(groups)
})
