import type { ParseKeys } from 'i18next'
import type access from '../../locales/en/access.json'
import type audit from '../../locales/en/audit.json'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type errors from '../../locales/en/errors.json'
import type glossary from '../../locales/en/glossary.json'
import type inbox from '../../locales/en/inbox.json'
import type invites from '../../locales/en/invites.json'
import type join from '../../locales/en/join.json'
import type legal from '../../locales/en/legal.json'
import type messages from '../../locales/en/messages.json'
import type notes from '../../locales/en/notes.json'
import type organizations from '../../locales/en/organizations.json'
import type search from '../../locales/en/search.json'
import type settings from '../../locales/en/settings.json'
import type setup from '../../locales/en/setup.json'
import type templates from '../../locales/en/templates.json'
import type ui from '../../locales/en/ui.json'
import type users from '../../locales/en/users.json'
import type views from '../../locales/en/views.json'
import type verifications from '../../locales/en/verifications.json'

type Resources = {
  common: typeof common
  access: typeof access
  audit: typeof audit
  dashboard: typeof dashboard
  errors: typeof errors
  glossary: typeof glossary
  inbox: typeof inbox
  invites: typeof invites
  join: typeof join
  legal: typeof legal
  messages: typeof messages
  notes: typeof notes
  organizations: typeof organizations
  search: typeof search
  settings: typeof settings
  setup: typeof setup
  templates: typeof templates
  ui: typeof ui
  users: typeof users
  verifications: typeof verifications
  views: typeof views
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
    returnNull: false
  }
}

export type Namespace = keyof Resources

/** A translation key with its namespace, such as `access:error.codeInvalid`. */
export type TextKey = { [N in Namespace]: `${N}:${ParseKeys<N> & string}` }[Namespace]

/** A sentence that is not translated yet: its key and its values. */
export type Text = { key: TextKey; values?: Record<string, string | number> }
