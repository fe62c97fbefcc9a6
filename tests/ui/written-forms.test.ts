import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesUnder } from '../support/imports'

const sources = sourcesUnder('app').map((file) => ({ file, text: fs.readFileSync(path.resolve(file), 'utf8') }))
/** Pages without script are rendered once per request. */
const isScriptless = (file: string) => /^app\/routes\/(sign-in|join)\//.test(file)
const written = sources.filter(({ text }) => /<(ConsoleForm|SentForm)\b/.test(text) || /\buseForm\b/.test(text))

/** List parameters, forms without text, leftovers of the answer to a form, and what a choice was offered for. */
const HIDDEN_FIELDS_ELSEWHERE = [
  'app/routes/errors/error-page.tsx',
  'app/routes/inbox/list.tsx',
  'app/routes/invites/create/organization-picker.tsx',
  'app/routes/invites/create/send-to-list.tsx',
  'app/routes/invites/table/invite-selection.tsx',
  'app/routes/organizations/verification-status/answer-draft.tsx',
  'app/routes/settings/devices.tsx',
  'app/routes/settings/passkeys/new.tsx',
  'app/ui/forms/codes/channel-choice.tsx',
  'app/ui/forms/codes/confirm-identity.tsx',
  'app/ui/forms/console-form.tsx',
  'app/ui/forms/form.tsx',
  'app/ui/lists/pagination.tsx',
  'app/ui/forms/post-form.tsx',
  'app/ui/frame/preference-menus.tsx',
  'app/ui/forms/codes/resend.tsx',
  'app/ui/forms/base-form.tsx',
  'app/ui/sessions-panel.tsx',
  'app/ui/lists/toolbar.tsx',
]

/** A single press on what is shown beside it, so the version it sends may follow what is shown. */
const PRESSED_ON_WHAT_IS_SHOWN = 'app/routes/verifications/documents/verdict-buttons.tsx'

describe('forms hold the data they were rendered from', () => {
  it('only the shared form component has hidden fields, apart from the listed files', () => {
    const found = sources.filter(({ text }) => /type="hidden"/.test(text)).map(({ file }) => file)
    expect(
      found.filter(
        (file) => !isScriptless(file) && ![...HIDDEN_FIELDS_ELSEWHERE, PRESSED_ON_WHAT_IS_SHOWN].includes(file),
      ),
    ).toEqual([])
    const elsewhere = sources.filter(({ text }) => /name="(version|seen\w*|askedAt|newId)"/.test(text))
    expect(elsewhere.map(({ file }) => file)).toEqual([PRESSED_ON_WHAT_IS_SHOWN])
  })

  it('no form that a signed-in person fills in is posted without the shared form component', () => {
    const filledIn = sources.filter(
      ({ file, text }) =>
        /^app\/routes\/(?!errors)/.test(file) &&
        !isScriptless(file) &&
        /<(Form|form|fetcher\.Form)\b[^>]*method="post"/.test(text) &&
        /default(Value|Checked)=/.test(text),
    )
    expect(filledIn.map(({ file }) => file)).toEqual([])
  })

  it.each(written.map(({ file, text }) => [file, text] as const))(
    '%s takes no default value from live loader or action data',
    (_, text) => {
      const live = /\b(loaderData|actionData)\b/
      const drawn = [...text.matchAll(/\b(?:default(?:Value|Checked)|seen)=\{[^\n]*/g)].map(([line]) => line)
      expect(drawn.filter((line) => live.test(line))).toEqual([])
    },
  )

  it('each form that once overwrote data uses the shared form component', () => {
    expect(written.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'app/routes/settings/account.tsx',
        'app/routes/settings/display.tsx',
        'app/routes/organizations/verification-status/status.tsx',
        'app/routes/organizations/edit/section.tsx',
        'app/routes/organizations/setup/step.tsx',
        'app/routes/verifications/decisions/decision-form.tsx',
        'app/ui/dialogs/change-dialog.tsx',
      ]),
    )
  })
})

it('no text area cuts pasted text with maxLength', () => {
  const cuts = sources.filter(({ text }) => /<(TextArea|textarea)\b(?:(?!\/>)[^])*?maxLength=/.test(text))
  expect(cuts.map(({ file }) => file)).toEqual([])
})
