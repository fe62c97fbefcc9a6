import { beforeEach, expect, it } from 'vitest'
import { repeatableCast, withIds, type Person } from '../support/access-cast'
import { openConsole } from '../support/console'
import { openTestDatabase } from '../support/database'
import { toastOf } from '../support/requests'
import type { TestServices } from '../support/services'

/** Where each act leads, and the toast shown there. */
const TABLE = `
superadmin /verifications/{pending}/start version=1                 /verifications/{pending}          verifications:toast.start
superadmin /verifications/{pending}/claim intent=claim&version=1    /verifications/{pending}          verifications:toast.start
superadmin /verifications/{reviewed}/claim intent=take-over&version=2 /verifications/{reviewed}       -
superadmin /verifications/{reviewed}/claim intent=release&version=2 /verifications/{reviewed}         error:common:form.failed
superadmin /verifications/{reviewed}/second version=2               /verifications/{reviewed}         error:common:form.failed
superadmin /verifications/{reviewed}/undo version=2                 /verifications/{reviewed}         error:verifications:undo.refused.late
superadmin /verifications/{reviewed}/approve?status=under_review version=2 /verifications/{reviewed}?status=under_review verifications:toast.approve
superadmin /verifications/{reviewed}/reject version=2&reason=No     /verifications/{reviewed}         verifications:toast.reject
superadmin /verifications/{reviewed}/request-info version=2&items=A /verifications/{reviewed}         verifications:toast.request-info
superadmin /verifications/{waiting}/resubmit version=3&answer=Here  /verifications/{waiting}          verifications:toast.resubmit
superadmin /verifications/mode-changes/{modeReviewed}/approve version=2 /verifications/mode-changes/{modeReviewed} verifications:toast.approve
superadmin /verifications/{reviewed}/documents/{document}/verify seen=pending /verifications/{reviewed}?document={document} verifications:toast.documentVerified
superadmin /verifications/{reviewed}/documents/{document}/reject seen=pending&reason=No /verifications/{reviewed}?document={document} verifications:toast.documentRejected
manager    /organizations/{other}/brands/{brand}/remove version=1   /organizations/{other}?tab=brands organizations:toast.brandRemoved
superadmin /organizations/{approved}/activate?status=approved version=1 /organizations/{approved}?status=approved organizations:toast.activate
superadmin /organizations/{active}/suspend version=1&reason=No      /organizations/{active}           organizations:toast.suspend
superadmin /organizations/{suspended}/reactivate version=1          /organizations/{suspended}        organizations:toast.reactivate
superadmin /organizations/{approved}/archive version=1              /organizations/{approved}         organizations:toast.archive
superadmin /organizations/{other}/access access=official            /organizations/{other}            organizations:toast.access.official
superadmin /organizations/{other}/documents/{document}/verify seen=pending /organizations/{other}?tab=documents organizations:toast.documentVerified
superadmin /organizations/{other}/documents/{document}/reject seen=pending&reason=No /organizations/{other}?tab=documents organizations:toast.documentRejected
superadmin /organizations/{other}/messages/{message}/resend -       /organizations/{other}?tab=messages organizations:toast.resent
superadmin /organizations/{other}/notes id={fresh}&text=Call        /organizations/{other}?tab=notes  notes:toast.added
manager    /organizations/{other}/notes/{note} text=Called          /organizations/{other}?tab=notes  notes:toast.edited
manager    /organizations/{other}/notes/{note} intent=pin           /organizations/{other}?tab=notes  notes:toast.pinned
manager    /organizations/{other}/notes/{note} intent=unpin         /organizations/{other}?tab=notes  info:common:toast.notModified
partner    /organizations/{own}/documents/{ownDocument} -           /organizations/{own}/setup/documents info:setup:toast.notRemoved
cashier    /invites/new?status=active id={fresh}&maximumUses=1&type=invite_to_user&role=cashier /invites/{fresh}?status=active invites:toast.created
cashier    /invites/email?status=active id={fresh}&type=invite_to_user&role=cashier&language=en&recipient=a@example.kz /invites/?status=active invites:toast.email
cashier    /invites/whatsapp id={fresh}&type=invite_to_user&role=cashier&language=en&recipient=%2B77015550101 /invites/ invites:toast.whatsapp
cashier    /invites/{byCashier}/edit?status=active maximumUses=5&seenMaximum=10&lastDay=&seenExpiry=&seenDay= /invites/{byCashier}?status=active invites:toast.changed
cashier    /invites/{sentByCashier}/resend -                        /invites/{sentByCashier}          invites:toast.email
manager    /invites/{byManager}/replace newId={fresh}               /invites/{fresh}                  invites:toast.replaced
manager    /invites/{byManager}/delete?status=active -              /invites/?status=active           invites:toast.deleted
superadmin /invites/delete?id={byManager}&id={byCashier} -          /invites/                         invites:toast.deletedMany
superadmin /invites/delete -                                        /invites/                         info:common:toast.notModified
superadmin /users/invite?role=admin id={fresh}&username=New&phone=%2B77019998877&role=cashier&language=en /users/?role=admin users:toast.invited
superadmin /users/recovery/{request} intent=decline                 /users/recovery                   users:toast.declined
superadmin /users/{cashier} intent=end-others                       /users/{cashier}                  users:toast.allEnded
superadmin /users/{cashier}/role?status=active version=1&role=manager /users/{cashier}?status=active users:toast.role
superadmin /users/{cashier}/suspend version=1&reason=Left           /users/{cashier}                  users:toast.suspend
superadmin /users/{blocked}/restore version=1                       /users/{blocked}                  users:toast.restore
superadmin /users/{cashier}/deactivate version=1                    /users/{cashier}                  users:toast.deactivate
superadmin /users/{paused}/reactivate version=1                     /users/{paused}                   users:toast.reactivate
superadmin /users/{invited}/invite version=1                        /users/{invited}                  users:toast.invite
superadmin /users/{paused}/erase intent=propose&reason=Asked        /users/{paused}                   users:toast.erasureProposed
superadmin /users/{paused}/export intent=propose&reason=Asked       /users/{paused}                   users:toast.exportProposed
superadmin /users/{paused}/hold intent=set&reason=Court             /users/{paused}                   users:toast.holdSet
admin      /inbox intent=open&id={mentionOfAdmin}                   /organizations/{other}?tab=notes#note-{note} -
admin      /inbox intent=read&id={mentionOfAdmin}                   /inbox                            inbox:toast.read
superadmin /settings/appearance theme=dark&font=inter&dir=ltr       /settings/appearance              settings:toast.saved
superadmin /views/new name=Mine&address=/invites/?status=used       /invites/?status=used             views:toast.added
manager    /views/{view} name=Ours&seen=own:Kept                    /views                            views:toast.saved
manager    /views/{view}/delete?sort=list -                         /views?sort=list                  views:toast.deleted
superadmin /settings/reviews version=1&{reviewPeople}               /settings/reviews                 settings:toast.saved
superadmin /settings/keeping version=1&{keeping}                    /settings/keeping                 settings:toast.saved
superadmin /settings/templates/new?sort=most id={fresh}&use=item&en=Hello /settings/templates?sort=most templates:toast.added
superadmin /settings/templates/{template} version=1&use=item&en=Hello /settings/templates             templates:toast.saved
superadmin /settings/templates/{template}/archive version=1&seen=current /settings/templates          templates:toast.archived
superadmin /settings/notifications -                                /settings/notifications           settings:toast.saved
superadmin /users/export/confirm?status=active -                    /users/export/confirm?status=active -
superadmin /sign-out -                                              /sign-in                          info:access:toast.signedOut
`
const acts = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [person = '', address = '', form = '', to = '', said = ''] = line.split(/\s+/)
    return { person: person as Person, address, form: form === '-' ? '' : form, to, said: said === '-' ? null : said }
  })

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

const filled = (text: string) => withIds(cast, text)

/** The key of the toast, with its kind unless that is success. */
function saidIn(headers: Headers): string | null {
  const json = toastOf(headers)
  if (json === '') return null
  const { __flash_flash__: flash } = JSON.parse(json) as {
    __flash_flash__: { toast: { type: string; message: string } }
  }
  const { type, message } = flash.toast
  const { key } = JSON.parse(message) as { key: string }
  return type === 'success' ? key : `${type}:${key}`
}

it.each(acts)(
  '$person $address $form leads to $to with the toast $said',
  async ({ person, address, form, to, said }) => {
    const answer = await gatehouse.send(services, 'POST', filled(address), {
      cookie: cast.cookies[person],
      form: filled(form),
    })
    expect([answer.status, answer.headers.get('location'), saidIn(answer.headers)]).toEqual([302, filled(to), said])
  },
)
