import { expect, it } from 'vitest'
import { StatusCallout } from '../../../../app/routes/organizations/verification-status/status-callout'
import { serverHtml } from '../../../support/render'

type View = Parameters<typeof StatusCallout>[0]['view']
const callout = (status: 'rejected' | 'need_more_info', frozen: View['frozen']) =>
  serverHtml(
    <StatusCallout
      view={
        {
          id: 'a',
          isInSetup: false,
          frozen,
          statusReason: null,
          application: { status, rejectionReason: status === 'rejected' ? 'Another company has this number' : null },
        } as unknown as View
      }
    />,
  )

it('the status shows the words of an answer that came after the decision', async () => {
  const view = { id: 'a', isInSetup: true, frozen: null, statusReason: null, application: { status: 'rejected' } }
  const typed = { answers: ['The lease <signed>', '', ' '], note: 'By courier', address: 'Dostyk 5' }
  const reply = { result: { status: 'success' as const }, alert: null, seen: {} }
  const refused = { reply, restored: null, isExplained: false }
  const html = await serverHtml(<StatusCallout view={view as unknown as View} refused={refused} unsent={typed} />)
  expect(html).toContain('Not sent')
  expect(html.match(/<li/g)).toHaveLength(2)
  expect(html).toContain('The lease &lt;signed&gt;')
  expect(html).toContain('By courier')
})

it('the status says what to do with a rejected application, and with one that asks for answers', async () => {
  const rejected = await callout('rejected', null)
  expect(rejected).toContain('If you have questions, contact the platform')
  // Only a registration can be submitted anew.
  expect(rejected).not.toMatch(/submit|again/)
  expect(await callout('need_more_info', null)).toContain('Answer the items below')
})

it.each(['archived', 'suspended'] as const)(
  'the status asks for nothing that cannot be done while the organization is %s',
  async (frozen) => {
    const rejected = await callout('rejected', frozen)
    expect(rejected).toContain('contact the platform')
    expect(rejected).toContain('Another company has this number')
    expect(rejected).not.toContain('the reason is below')
    expect(await callout('need_more_info', frozen)).not.toContain('Answer the items below')
  },
)
