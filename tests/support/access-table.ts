import type { Method } from './console'

/**
 * Who may do what, over every loader and action of the route map. `ok`: the page, or the form was taken and acted on. `asks`:
 * open to this person, whose form is empty or incomplete here, so that nothing was done. `in`: sent to sign in.
 * Everybody has just signed in; what asks for a fresh code later on is in fresh-proof.test.tsx. After an address may stand
 * the form, or `@` and the frame around it.
 */
const TABLE = `
                                                                                super  admin  mngr   cash   prtnr  nobody
GET  /sign-in @root                                                             ok     ok     ok     ok     ok     ok
GET  /sign-in                                                                   ok     ok     ok     ok     ok     ok
POST /sign-in                                                                   asks   asks   asks   asks   asks   asks
GET  /sign-in/passkey                                                           404    404    404    404    404    404
POST /sign-in/passkey                                                           ok     ok     ok     ok     ok     ok
GET  /verify                                                                    ok     ok     ok     ok     ok     ok
POST /verify                                                                    asks   asks   asks   asks   asks   asks
GET  /otp                                                                       ok     ok     ok     ok     ok     ok
GET  /forgot-password                                                           ok     ok     ok     ok     ok     ok
POST /forgot-password                                                           asks   asks   asks   asks   asks   asks
GET  /keep-number                                                               404    404    404    404    404    404
POST /keep-number                                                               404    404    404    404    404    404
GET  /use-invite                                                                ok     ok     ok     ok     ok     ok
POST /use-invite                                                                asks   asks   asks   asks   asks   asks
GET  /sign-up                                                                   ok     ok     ok     ok     ok     ok
POST /sign-up                                                                   ok     ok     ok     ok     ok     ok
GET  /sign-up/code                                                              ok     ok     ok     ok     ok     ok
POST /sign-up/code                                                              ok     ok     ok     ok     ok     ok
GET  /onboarding                                                                ok     ok     ok     ok     ok     ok
GET  /sign-out                                                                  ok     ok     ok     ok     ok     ok
GET  /terms                                                                     ok     ok     ok     ok     ok     ok
GET  /privacy                                                                   ok     ok     ok     ok     ok     ok
GET  /preferences                                                               404    404    404    404    404    404
POST /preferences                                                               ok     ok     ok     ok     ok     ok
GET  /demo/outbox                                                               ok     ok     ok     ok     ok     ok
GET  /demo/kit                                                                  ok     ok     ok     ok     ok     ok
GET  /401                                                                       401    401    401    401    401    401
GET  /403                                                                       403    403    403    403    403    403
GET  /404                                                                       404    404    404    404    404    404
GET  /500                                                                       500    500    500    500    500    500
GET  /413                                                                       413    413    413    413    413    413
GET  /429                                                                       429    429    429    429    429    429
GET  /503                                                                       503    503    503    503    503    503

GET  / @routes/signed-in                                                        ok     ok     ok     ok     ok     in
GET  /                                                                          ok     ok     ok     ok     ok     in

GET  /verifications/                                                            ok     ok     ok     ok     403    in
GET  /verifications/{pending}                                                   ok     ok     ok     ok     403    in
GET  /verifications/{pending}/start                                             ok     ok     ok     403    403    in
POST /verifications/{pending}/start version=1                                   ok     ok     ok     403    403    in
GET  /verifications/{pending}/claim                                             ok     ok     ok     ok     403    in
POST /verifications/{pending}/claim intent=claim&version=1                      ok     ok     ok     403    403    in
POST /verifications/{reviewed}/claim intent=take-over&version=2                 ok     ok     ok     403    403    in
POST /verifications/{reviewed}/claim intent=release&version=2                   ok     ok     ok     403    403    in
POST /verifications/{sensitivePending}/claim intent=claim&version=1             ok     ok     403    403    403    in
GET  /verifications/rail                                                        ok     ok     ok     ok     403    in
GET  /verifications/{reviewed}/presence                                         404    404    404    403    403    in
POST /verifications/{reviewed}/presence                                         ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/second                                           ok     ok     ok     403    403    in
POST /verifications/{reviewed}/second version=2                                 ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/undo                                             ok     ok     ok     ok     403    in
POST /verifications/{reviewed}/undo version=2                                   ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/approve                                          ok     ok     ok     403    403    in
POST /verifications/{reviewed}/approve version=2                                ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/reject                                           ok     ok     ok     403    403    in
POST /verifications/{reviewed}/reject version=2&reason=No                       ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/request-info                                     ok     ok     ok     403    403    in
POST /verifications/{reviewed}/request-info version=2&items=A                   ok     ok     ok     403    403    in
GET  /verifications/{waiting}/resubmit                                          ok     ok     ok     403    403    in
POST /verifications/{waiting}/resubmit version=3&answer=Here                    ok     ok     ok     403    403    in
GET  /verifications/{sensitivePending}/start                                    ok     ok     403    403    403    in
POST /verifications/{sensitivePending}/start version=1                          ok     ok     403    403    403    in
GET  /verifications/{sensitive}/approve                                         ok     ok     403    403    403    in
POST /verifications/{sensitive}/approve version=2                               ok     ok     403    403    403    in
GET  /verifications/{sensitive}/reject                                          ok     ok     403    403    403    in
POST /verifications/{sensitive}/reject version=2&reason=No                      ok     ok     403    403    403    in
GET  /verifications/{sensitive}/request-info                                    ok     ok     403    403    403    in
POST /verifications/{sensitive}/request-info version=2&items=A                  ok     ok     403    403    403    in
GET  /verifications/{reviewed}/documents/{document}                             ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/documents/{document}/pages                       ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/documents/{document}/verify                      ok     ok     ok     403    403    in
POST /verifications/{reviewed}/documents/{document}/verify seen=pending         ok     ok     ok     403    403    in
GET  /verifications/{reviewed}/documents/{document}/reject                      ok     ok     ok     403    403    in
POST /verifications/{reviewed}/documents/{document}/reject seen=pending&reason=No ok     ok     ok     403    403    in
GET  /verifications/mode-changes/{modePending}                                  ok     ok     ok     ok     403    in
GET  /verifications/mode-changes/{modePending}/start                            ok     ok     403    403    403    in
POST /verifications/mode-changes/{modePending}/start version=1                  ok     ok     403    403    403    in
GET  /verifications/mode-changes/{modePending}/claim                            ok     ok     ok     ok     403    in
POST /verifications/mode-changes/{modePending}/claim intent=claim&version=1     ok     ok     403    403    403    in
GET  /verifications/mode-changes/{modeReviewed}/second                          ok     ok     ok     403    403    in
POST /verifications/mode-changes/{modeReviewed}/second version=2                ok     ok     ok     403    403    in
GET  /verifications/mode-changes/{modeReviewed}/undo                            ok     ok     ok     ok     403    in
POST /verifications/mode-changes/{modeReviewed}/undo version=2                  ok     ok     ok     403    403    in
GET  /verifications/mode-changes/{modeReviewed}/approve                         ok     ok     403    403    403    in
POST /verifications/mode-changes/{modeReviewed}/approve version=2               ok     ok     403    403    403    in
GET  /verifications/mode-changes/{modeReviewed}/reject                          ok     ok     403    403    403    in
POST /verifications/mode-changes/{modeReviewed}/reject version=2&reason=No      ok     ok     403    403    403    in
GET  /verifications/mode-changes/{modeReviewed}/request-info                    ok     ok     403    403    403    in
POST /verifications/mode-changes/{modeReviewed}/request-info version=2&items=A  ok     ok     403    403    403    in
GET  /verifications/mode-changes/{modeReviewed}/documents/{ownDocument}/verify ok     ok     ok     403    403    in
POST /verifications/mode-changes/{modeReviewed}/documents/{ownDocument}/verify seen=pending ok     ok     ok     403    403    in
GET  /verifications/mode-changes/{modeReviewed}/documents/{ownDocument}/reject ok     ok     ok     403    403    in
POST /verifications/mode-changes/{modeReviewed}/documents/{ownDocument}/reject seen=pending&reason=No ok     ok     ok     403    403    in
GET  /verifications/mode-changes/{modeWaiting}/resubmit                         ok     ok     ok     403    403    in
POST /verifications/mode-changes/{modeWaiting}/resubmit version=3&answer=Here   ok     ok     ok     403    403    in

GET  /organizations/                                                            ok     ok     ok     ok     403    in
GET  /organizations/{other}                                                     ok     ok     ok     ok     403    in
GET  /organizations/{own}                                                       ok     ok     ok     ok     403    in
GET  /organizations/{other}?tab=contacts                                        ok     ok     ok     ok     403    in
GET  /organizations/{other}?tab=documents                                       ok     ok     ok     403    403    in
GET  /organizations/{other}/edit/basic                                          ok     ok     ok     403    403    in
POST /organizations/{other}/edit/basic version=1                                asks   asks   asks   403    403    in
GET  /organizations/{other}/brands/new                                          ok     ok     ok     403    403    in
POST /organizations/{other}/brands/new version=1                                asks   asks   asks   403    403    in
GET  /organizations/{other}/brands/{brand}/edit                                 ok     ok     ok     403    403    in
POST /organizations/{other}/brands/{brand}/edit version=1                       asks   asks   asks   403    403    in
GET  /organizations/{other}/brands/{brand}/remove                               ok     ok     ok     403    403    in
POST /organizations/{other}/brands/{brand}/remove version=1                     ok     ok     ok     403    403    in
GET  /organizations/{approved}/activate                                         ok     ok     ok     403    403    in
POST /organizations/{approved}/activate  version=1                                  ok     ok     ok     403    403    in
GET  /organizations/{active}/suspend                                            ok     ok     403    403    403    in
POST /organizations/{active}/suspend  version=1&reason=No                         ok     ok     403    403    403    in
GET  /organizations/{suspended}/reactivate                                      ok     ok     403    403    403    in
POST /organizations/{suspended}/reactivate  version=1                                ok     ok     403    403    403    in
GET  /organizations/{approved}/archive                                          ok     ok     403    403    403    in
POST /organizations/{approved}/archive  version=1                                   ok     ok     403    403    403    in
GET  /organizations/{other}/access                                              ok     ok     ok     403    403    in
POST /organizations/{other}/access access=official                              ok     ok     ok     403    403    in
GET  /organizations/{other}/documents/{document}/verify                         ok     ok     ok     403    403    in
POST /organizations/{other}/documents/{document}/verify seen=pending            ok     ok     ok     403    403    in
GET  /organizations/{other}/documents/{document}/reject                         ok     ok     ok     403    403    in
POST /organizations/{other}/documents/{document}/reject seen=pending&reason=No  ok     ok     ok     403    403    in
GET  /organizations/{other}?tab=messages                                        ok     ok     ok     403    403    in
GET  /organizations/{other}/messages/{message}/resend                           ok     ok     ok     403    403    in
POST /organizations/{other}/messages/{message}/resend                           ok     ok     ok     403    403    in
GET  /organizations/{other}?tab=notes                                           ok     ok     ok     403    403    in
GET  /organizations/{other}/notes                                               ok     ok     ok     403    403    in
POST /organizations/{other}/notes id={fresh}&text=Call+first                    ok     ok     ok     403    403    in
GET  /organizations/{other}/notes/{note}                                        403    403    ok     403    403    in
POST /organizations/{other}/notes/{note} text=Called                            403    403    ok     403    403    in
POST /organizations/{other}/notes/{note} intent=pin                             ok     ok     ok     403    403    in
POST /organizations/{other}/notes/{note} intent=unpin                           ok     ok     ok     403    403    in
GET  /organizations/{own}/setup                                                 ok     ok     ok     ok     ok     in
POST /organizations/{own}/setup                                                 403    403    403    403    asks   in
GET  /organizations/{own}/setup/documents                                       403    403    403    403    ok     in
POST /organizations/{own}/setup/documents                                       403    403    403    403    asks   in
GET  /organizations/{own}/setup/basic                                           ok     ok     ok     ok     ok     in
POST /organizations/{own}/setup/basic                                           403    403    403    403    asks   in
GET  /organizations/{own}/verification-status                                   ok     ok     ok     ok     ok     in
POST /organizations/{own}/verification-status                                   403    403    403    403    asks   in
GET  /organizations/{own}/verification-status/documents                         403    403    403    403    ok     in
POST /organizations/{own}/verification-status/documents                         403    403    403    403    asks   in
GET  /organizations/{own}/documents/{ownDocument}                               403    403    403    403    ok     in
POST /organizations/{own}/documents/{ownDocument}                               403    403    403    403    ok     in
GET  /organizations/{other}/setup                                               ok     ok     ok     ok     404    in
POST /organizations/{other}/setup                                               403    403    403    403    404    in
GET  /organizations/{other}/setup/documents                                     403    403    403    403    404    in
POST /organizations/{other}/setup/documents                                     403    403    403    403    404    in
GET  /organizations/{other}/setup/basic                                         ok     ok     ok     ok     404    in
POST /organizations/{other}/setup/basic                                         403    403    403    403    404    in
GET  /organizations/{other}/verification-status                                 ok     ok     ok     ok     404    in
POST /organizations/{other}/verification-status                                 403    403    403    403    404    in
GET  /organizations/{other}/verification-status/documents                       403    403    403    403    404    in
POST /organizations/{other}/verification-status/documents                       403    403    403    403    404    in
GET  /organizations/{other}/documents/{document}                                403    403    403    403    404    in
POST /organizations/{other}/documents/{document}                                403    403    403    403    404    in

GET  /invites/                                                                  ok     ok     ok     ok     403    in
GET  /invites/new                                                               ok     ok     ok     ok     403    in
POST /invites/new id={fresh}&maximumUses=1&type=invite_to_user&role=cashier     ok     ok     ok     ok     403    in
POST /invites/new id={fresh}&maximumUses=1&type=invite_to_user&role=manager     ok     ok     ok     403    403    in
POST /invites/new id={fresh}&maximumUses=1&type=invite_to_user&role=admin       ok     ok     403    403    403    in
POST /invites/new id={fresh}&maximumUses=1&type=invite_to_user&role=superadmin  ok     403    403    403    403    in
POST /invites/new id={fresh}&maximumUses=1&type=invite_logistic_provider        ok     ok     ok     403    403    in
GET  /invites/email                                                             ok     ok     ok     ok     403    in
POST /invites/email id={fresh}&type=invite_to_user&role=cashier&language=en&recipient=a@example.kz  ok     ok     ok     ok     403    in
GET  /invites/whatsapp                                                          ok     ok     ok     ok     403    in
POST /invites/whatsapp id={fresh}&type=invite_to_user&role=cashier&language=en&recipient=%2B77015550101  ok     ok     ok     ok     403    in
GET  /invites/bulk                                                              ok     ok     ok     403    403    in
POST /invites/bulk                                                              asks   asks   asks   403    403    in
GET  /invites/preview                                                           404    404    404    404    403    in
POST /invites/preview                                                           ok     ok     ok     ok     403    in
GET  /invites/organizations                                                     ok     ok     ok     ok     403    in
GET  /invites/{byAdmin}                                                         ok     ok     ok     ok     403    in
GET  /invites/{byAdmin}/card                                                    ok     ok     ok     ok     403    in
GET  /invites/{forAdmins}/card                                                  ok     ok     403    403    403    in
GET  /invites/{forSuperadmins}/card                                             ok     403    403    403    403    in
GET  /invites/{byCashier}/edit                                                  ok     ok     403    ok     403    in
POST /invites/{byCashier}/edit maximumUses=5&seenMaximum=10&lastDay=&seenExpiry=&seenDay=                     ok     ok     403    ok     403    in
GET  /invites/{sentByCashier}/resend                                            ok     ok     403    ok     403    in
POST /invites/{sentByCashier}/resend                                            ok     ok     403    ok     403    in
GET  /invites/{byManager}/replace                                               ok     ok     ok     403    403    in
POST /invites/{byManager}/replace newId={fresh}                                 ok     ok     ok     403    403    in
GET  /invites/{byAdmin}/replace                                                 ok     ok     403    403    403    in
POST /invites/{byAdmin}/replace newId={fresh}                                   ok     ok     403    403    403    in
GET  /invites/{byManager}/delete                                                ok     ok     ok     403    403    in
POST /invites/{byManager}/delete                                                ok     ok     ok     403    403    in
GET  /invites/{byAdmin}/delete                                                  ok     ok     403    403    403    in
POST /invites/{byAdmin}/delete                                                  ok     ok     403    403    403    in
GET  /invites/{byCashier}/delete                                                ok     ok     403    403    403    in
POST /invites/{byCashier}/delete                                                ok     ok     403    403    403    in
GET  /invites/delete?id={byManager}                                             ok     ok     ok     403    403    in
POST /invites/delete id={byManager}                                             ok     ok     ok     403    403    in

GET  /users/                                                                    ok     ok     ok     403    403    in
GET  /users/invite                                                              ok     ok     ok     403    403    in
POST /users/invite id={fresh}&username=New&phone=%2B77019998877&role=cashier&language=en  ok     ok     ok     403    403    in
GET  /users/recovery                                                            ok     ok     ok     403    403    in
GET  /users/recovery/{request}                                                  ok     ok     ok     403    403    in
POST /users/recovery/{request} intent=decline                                   ok     ok     403    403    403    in
GET  /users/{cashier}                                                           ok     ok     ok     403    403    in
POST /users/{cashier} intent=show-phone                                         ok     ok     ok     403    403    in
POST /users/{cashier} intent=end-others                                         ok     ok     403    403    403    in
GET  /users/{cashier}/role                                                      ok     ok     403    403    403    in
POST /users/{cashier}/role version=1&role=manager&reason=Left                   ok     ok     403    403    403    in
GET  /users/{cashier}/suspend                                                   ok     ok     403    403    403    in
POST /users/{cashier}/suspend version=1&role=manager&reason=Left                ok     ok     403    403    403    in
GET  /users/{blocked}/restore                                                   ok     ok     403    403    403    in
POST /users/{blocked}/restore  version=1&role=manager&reason=Left                ok     ok     403    403    403    in
GET  /users/{cashier}/deactivate                                                ok     ok     ok     403    403    in
POST /users/{cashier}/deactivate version=1                                      ok     ok     ok     403    403    in
GET  /users/{invited}/invite                                                    ok     ok     ok     403    403    in
POST /users/{invited}/invite     version=1                                      ok     ok     ok     403    403    in
GET  /users/{paused}/reactivate                                                 ok     ok     ok     403    403    in
POST /users/{paused}/reactivate  version=1                                      ok     ok     ok     403    403    in
GET  /users/{admin}/suspend                                                     ok     403    403    403    403    in
POST /users/{admin}/suspend version=1&reason=Left                               ok     403    403    403    403    in
GET  /users/{paused}/erase                                                      ok     403    403    403    403    in
POST /users/{paused}/erase intent=propose&reason=Asked                          ok     403    403    403    403    in
GET  /users/{paused}/export                                                     ok     403    403    403    403    in
POST /users/{paused}/export intent=propose&reason=Asked                         ok     403    403    403    403    in
GET  /users/{paused}/hold                                                       ok     403    403    403    403    in
POST /users/{paused}/hold intent=set&reason=Court                               ok     403    403    403    403    in
GET  /users/{blocked}/data                                                      ok     403    403    403    403    in
GET  /users/{paused}/data                                                       404    403    403    403    403    in
GET  /users/{blocked}/data/confirm                                              ok     403    403    403    403    in
POST /users/{blocked}/data/confirm                                              ok     403    403    403    403    in
GET  /users/{superadmin}/suspend                                                403    403    403    403    403    in

GET  /inbox                                                                     ok     ok     ok     ok     403    in
POST /inbox intent=readAll                                                      ok     ok     ok     ok     403    in
POST /inbox intent=open&id={mentionOfAdmin}                                     404    ok     404    404    403    in
POST /inbox intent=read&id={mentionOfAdmin}                                     404    ok     404    404    403    in
GET  /search?q=steppe                                                           ok     ok     ok     ok     403    in
GET  /shortcuts                                                                 ok     ok     ok     ok     403    in
GET  /organizations/{other}/documents/{document}/file                           ok     ok     ok     403    403    in
GET  /organizations/export                                                      ok     ok     ok     ok     403    in
GET  /verifications/export                                                      ok     ok     ok     ok     403    in
GET  /invites/export                                                            ok     ok     ok     ok     403    in
GET  /users/export                                                              ok     ok     ok     403    403    in
GET  /audit/export                                                              ok     ok     ok     ok     403    in
GET  /users/export/confirm                                                      ok     ok     ok     403    403    in
POST /users/export/confirm                                                      ok     ok     ok     403    403    in
GET  /audit/export/confirm                                                      ok     ok     ok     ok     403    in
POST /audit/export/confirm                                                      ok     ok     ok     ok     403    in
GET  /audit                                                                     ok     ok     ok     ok     403    in
GET  /settings/ @routes/settings/settings                                       ok     ok     ok     ok     ok     in
GET  /settings/                                                                 ok     ok     ok     ok     ok     in
GET  /settings/appearance                                                       ok     ok     ok     ok     ok     in
POST /settings/appearance theme=dark&font=inter&dir=ltr                           ok     ok     ok     ok     ok     in
GET  /settings/account                                                          ok     ok     ok     ok     ok     in
POST /settings/account                                                          asks   asks   asks   asks   asks   in
GET  /settings/devices                                                          ok     ok     ok     ok     ok     in
POST /settings/devices                                                          asks   asks   asks   asks   asks   in
GET  /settings/passkeys                                                         ok     ok     ok     ok     ok     in
GET  /settings/passkeys/new                                                     ok     ok     ok     ok     ok     in
POST /settings/passkeys/new name=Laptop                                         asks   asks   asks   asks   asks   in
GET  /settings/passkeys/{fresh}/remove                                          404    404    404    404    404    in
POST /settings/passkeys/{fresh}/remove                                          404    404    404    404    404    in
GET  /views                                                                     ok     ok     ok     ok     403    in
GET  /views/new?address=/invites/                                               ok     ok     ok     ok     403    in
POST /views/new name=Mine&address=/invites/                                     ok     ok     ok     ok     403    in
GET  /views/{view}                                                              404    404    ok     404    403    in
POST /views/{view} name=Ours&seen=own:Kept                                         404    404    ok     404    403    in
GET  /views/{view}/delete                                                       404    404    ok     404    403    in
POST /views/{view}/delete                                                       ok     ok     ok     ok     403    in
GET  /settings/due-dates                                                        ok     403    403    403    403    in
POST /settings/due-dates version=1&{dueDates}                                   ok     403    403    403    403    in
GET  /settings/reviews                                                          ok     403    403    403    403    in
POST /settings/reviews version=1&{reviewPeople}                                 ok     403    403    403    403    in
GET  /settings/keeping                                                          ok     403    403    403    403    in
POST /settings/keeping version=1&{keeping}                                      ok     403    403    403    403    in
GET  /settings/templates                                                        ok     ok     ok     403    403    in
GET  /settings/templates/new                                                    ok     ok     403    403    403    in
POST /settings/templates/new id={fresh}&use=item&en=Hello                       ok     ok     403    403    403    in
GET  /settings/templates/{template}                                             ok     ok     403    403    403    in
POST /settings/templates/{template} version=1&use=item&en=Hello                 ok     ok     403    403    403    in
GET  /settings/templates/{template}/archive                                     ok     ok     403    403    403    in
POST /settings/templates/{template}/archive version=1&seen=current              ok     ok     403    403    403    in
GET  /settings/passkeys/options                                                 404    404    404    404    404    in
POST /settings/passkeys/options purpose=prove                                   ok     ok     ok     ok     ok     in
POST /settings/passkeys/options purpose=add                                     ok     ok     ok     ok     ok     in
GET  /settings/display                                                          ok     ok     ok     ok     403    in
POST /settings/display version=1&pageSize=20&density=compact&startPage=invites   ok     ok     ok     ok     403    in
GET  /settings/notifications                                                    ok     ok     ok     ok     403    in
POST /settings/notifications                                                    ok     ok     ok     ok     403    in

GET  /drafts                                                                    404    404    404    404    404    in
POST /drafts?form=/verifications/{reviewed}/reject keep=on&reason=A             ok     ok     ok     ok     ok     401
GET  /unsent                                                                    404    404    404    404    404    in
POST /unsent path=/invites/new                                                  ok     ok     ok     ok     ok     in
GET  /glossary                                                                            ok     ok     ok     ok     ok     in

GET  /errors/forbidden                                                          403    403    403    403    403    in

GET  /notices/sms/1                                                             404    404    404    404    404    404
POST /notices/sms/1                                                             404    404    404    404    404    404
GET  /i18n/ru/common                                                            ok     ok     ok     ok     ok     ok
GET  /nowhere                                                                   404    404    404    404    404    404
POST /nowhere                                                                   404    404    404    404    404    404
POST /sign-out                                                                  ok     ok     ok     ok     ok     ok
`

const [head = '', ...lines] = TABLE.split('\n').filter(Boolean)
const people = head.trim().split(/\s+/).length

/** The lines of the table: who is expected to get what, in the order of `PEOPLE`. */
export const rows = lines.map((line) => {
  const words = line.trim().split(/\s+/)
  const [method = '', address = '', more = ''] = words.slice(0, -people)
  const [form, layout] = more.startsWith('@') ? [undefined, more.slice(1)] : [more, undefined]
  return { method: method as Method, address, form, layout, expected: words.slice(-people) }
})
