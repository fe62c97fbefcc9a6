import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** The route map: every address and its file, grouped by feature. */

const ERROR_PAGES = ['401', '403', '404', '413', '429', '500', '503']

const decisions = (detail: string) => [
  ...['start', 'approve', 'reject', 'request-info', 'resubmit'].map((action) =>
    route(action, 'routes/verifications/decisions/decision.tsx', { id: `verifications/${detail}/${action}` }),
  ),
  route('claim', 'routes/verifications/decisions/claim.tsx', { id: `verifications/${detail}/claim` }),
  route('second', 'routes/verifications/decisions/second.tsx', { id: `verifications/${detail}/second` }),
  route('undo', 'routes/verifications/decisions/undo.tsx', { id: `verifications/${detail}/undo` }),
]

const verdicts = (detail: string) =>
  ['verify', 'reject'].map((verdict) =>
    route(`documents/:documentId/${verdict}`, 'routes/verifications/documents/verdict.tsx', {
      id: `verifications/${detail}/documents/${verdict}`,
    }),
  )

const statusChanges = ['activate', 'suspend', 'reactivate', 'archive'].map((change) =>
  route(change, 'routes/organizations/change-status.tsx', { id: `organizations/${change}` }),
)

const documentVerdicts = ['verify', 'reject'].map((verdict) =>
  route(`documents/:documentId/${verdict}`, 'routes/organizations/documents/verdict.tsx', {
    id: `organizations/${verdict}`,
  }),
)

const EXPORTED = ['organizations', 'verifications', 'invites', 'users', 'audit']

/** Lists that are taken out only with fresh proof. */
const PROVEN_EXPORTS = ['users', 'audit']

const userActions = ['role', 'invite', 'deactivate', 'reactivate', 'suspend', 'restore'].map((action) =>
  route(action, 'routes/users/change.tsx', { id: `users/${action}` }),
)

const personalData = [
  ...['export', 'erase'].map((kind) =>
    route(kind, 'routes/users/personal-data/request.tsx', { id: `users/data/${kind}` }),
  ),
  route('hold', 'routes/users/personal-data/hold.tsx'),
]

/** Addresses are case-sensitive: the last word often says which action it is. */
const asWritten = (routes: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map(({ children, ...one }) => ({
    ...one,
    caseSensitive: true,
    ...(children && { children: asWritten(children) }),
  }))

export default asWritten([
  layout('routes/public.tsx', [
    route('sign-in', 'routes/sign-in/sign-in.tsx'),
    route('sign-in/passkey', 'routes/sign-in/passkey.ts'),
    route('verify', 'routes/sign-in/verify.tsx'),
    route('otp', 'routes/sign-in/otp.tsx'),
    route('forgot-password', 'routes/sign-in/forgot-password.tsx'),
    route('keep-number', 'routes/sign-in/keep-number.tsx'),
    route('use-invite', 'routes/join/use-invite.tsx'),
    route('sign-up', 'routes/join/sign-up.tsx'),
    route('sign-up/code', 'routes/join/sign-up-code.tsx'),
    route('onboarding', 'routes/join/onboarding.tsx'),
    route('sign-out', 'routes/sign-in/sign-out.tsx'),
    route('terms', 'routes/legal/terms.tsx'),
    route('privacy', 'routes/legal/privacy.tsx'),
    route('preferences', 'routes/settings/preferences.tsx'),
    route('demo/outbox', 'routes/demo/outbox.tsx'),
    route('demo/kit', 'routes/demo/kit.tsx'),
    ...ERROR_PAGES.map((status) => route(status, 'routes/errors/status.tsx', { id: `errors/${status}` })),
  ]),

  layout('routes/signed-in.tsx', [
    index('routes/dashboard/home.tsx'),

    route('verifications', 'routes/verifications/list.tsx'),
    route('verifications/mode-changes/:id', 'routes/verifications/mode-change-detail.tsx', [
      ...decisions('mode-change'),
      ...verdicts('mode-change'),
    ]),
    route('verifications/:id', 'routes/verifications/detail.tsx', [...decisions('detail'), ...verdicts('detail')]),
    route('verifications/:id/documents/:documentId', 'routes/verifications/documents/document.tsx'),
    route('verifications/:id/documents/:documentId/pages', 'routes/verifications/documents/pages.ts'),
    route('verifications/:id/presence', 'routes/verifications/presence.ts'),
    route('verifications/rail', 'routes/verifications/rail.ts'),

    route('organizations', 'routes/organizations/list.tsx'),
    route('organizations/:id', 'routes/organizations/detail.tsx', [
      route('edit/:section', 'routes/organizations/edit/section.tsx'),
      route('brands/new', 'routes/organizations/edit/section.tsx', { id: 'organizations/brands/new' }),
      route('brands/:brandId/edit', 'routes/organizations/edit/section.tsx', { id: 'organizations/brands/edit' }),
      route('brands/:brandId/remove', 'routes/organizations/edit/remove-brand.tsx'),
      ...statusChanges,
      route('access', 'routes/organizations/change-access.tsx'),
      ...documentVerdicts,
    ]),
    route('organizations/:id/messages/:messageId/resend', 'routes/organizations/tabs/resend-message.ts'),
    route('organizations/:id/notes', 'routes/organizations/notes/page.tsx'),
    route('organizations/:id/notes/:noteId', 'routes/organizations/notes/note.tsx'),
    route('organizations/:id/documents/:documentId/file', 'routes/organizations/documents/file.ts'),
    route('organizations/:organizationId/setup', 'routes/organizations/setup/overview.tsx'),
    route('organizations/:organizationId/setup/documents', 'routes/organizations/setup/documents.tsx'),
    route('organizations/:organizationId/setup/:step', 'routes/organizations/setup/step.tsx'),
    route('organizations/:organizationId/verification-status', 'routes/organizations/verification-status/status.tsx'),
    route(
      'organizations/:organizationId/verification-status/documents',
      'routes/organizations/verification-status/documents.tsx',
    ),
    route('organizations/:organizationId/documents/:documentId', 'routes/organizations/documents/document.tsx'),
    route('invites', 'routes/invites/list.tsx', [
      route('new', 'routes/invites/create/new.tsx'),
      ...['email', 'whatsapp'].map((channel) =>
        route(channel, 'routes/invites/create/send-to-one.tsx', { id: `invites/${channel}` }),
      ),
      route('bulk', 'routes/invites/create/send-to-list.tsx'),
      route('delete', 'routes/invites/delete-many.tsx'),
      route(':id', 'routes/invites/invite/detail.tsx'),
      route(':id/edit', 'routes/invites/invite/edit.tsx'),
      route(':id/resend', 'routes/invites/invite/resend.tsx'),
      route(':id/replace', 'routes/invites/invite/replace.tsx'),
      route(':id/delete', 'routes/invites/invite/delete.tsx'),
    ]),
    route('invites/:id/card', 'routes/invites/invite/card.tsx'),
    route('invites/preview', 'routes/invites/create/preview.ts'),
    route('invites/organizations', 'routes/invites/create/organizations.ts'),
    route('inbox', 'routes/inbox/list.tsx'),
    route('search', 'routes/search/page.tsx'),
    route('shortcuts', 'routes/search/shortcuts.tsx'),
    route('audit', 'routes/audit/list.tsx'),
    route('views', 'routes/views/list.tsx', [
      route('new', 'routes/views/view.tsx', { id: 'views/new' }),
      route(':viewId', 'routes/views/view.tsx', { id: 'views/edit' }),
      route(':viewId/delete', 'routes/views/delete.tsx'),
    ]),
    ...PROVEN_EXPORTS.map((feature) =>
      route(`${feature}/export/confirm`, 'routes/confirm-export.tsx', { id: `${feature}/export/confirm` }),
    ),
    ...EXPORTED.map((feature) => route(`${feature}/export`, `routes/${feature}/export.ts`)),
    route('users', 'routes/users/list.tsx', [route('invite', 'routes/users/invite.tsx')]),
    route('users/recovery', 'routes/users/recovery/list.tsx', [
      route(':requestId', 'routes/users/recovery/request.tsx'),
    ]),
    route('users/:id', 'routes/users/detail.tsx', [...userActions, ...personalData]),
    route('users/:id/data', 'routes/users/personal-data/file.ts'),
    route('users/:id/data/confirm', 'routes/confirm-export.tsx', { id: 'users/data/confirm' }),

    route('settings', 'routes/settings/settings.tsx', [
      index('routes/settings/first.tsx'),
      route('account', 'routes/settings/account.tsx'),
      route('devices', 'routes/settings/devices.tsx'),
      route('appearance', 'routes/settings/appearance.tsx'),
      route('display', 'routes/settings/display.tsx'),
      route('notifications', 'routes/settings/notifications.tsx'),
      route('due-dates', 'routes/settings/due-dates.tsx'),
      route('reviews', 'routes/settings/reviews.tsx'),
      route('keeping', 'routes/settings/keeping.tsx'),
      route('passkeys', 'routes/settings/passkeys/list.tsx', [
        route('new', 'routes/settings/passkeys/new.tsx'),
        route(':passkeyId/remove', 'routes/settings/passkeys/remove.tsx'),
      ]),
      route('templates', 'routes/settings/templates/list.tsx', [
        route('new', 'routes/settings/templates/template.tsx', { id: 'settings/templates/new' }),
        route(':templateId', 'routes/settings/templates/template.tsx'),
        route(':templateId/archive', 'routes/settings/templates/archive.tsx'),
      ]),
    ]),
    route('settings/passkeys/options', 'routes/settings/passkeys/options.ts'),
    route('glossary', 'routes/glossary/page.tsx'),
    route('drafts', 'routes/resources/drafts.ts'),
    route('unsent', 'routes/resources/unsent.ts'),
    route('errors/:error', 'routes/errors/named.tsx'),
  ]),

  route('notices/:channel/:messageId', 'routes/resources/notice.ts'),
  route('i18n/:language/:namespace', 'routes/resources/texts.ts'),
  route('*', 'routes/errors/unknown.tsx'),
]) satisfies RouteConfig
