import type { Language } from '../../app/vocabulary'

/** The keys of texts that refuse something, stop a person or are sent out. */
const STOPS = [
  /:(.*\.)?(error|conflict|fault|obstacle|refused|noAction|notActive|failure|failed|unsent)\./,
  /^errors:(\d+\.words|toast\.|unsent$)/,
  /^(messages:|(invites|organizations|setup|users|verifications):message\.)/,
  /^setup:(status\.\w+Text|documents\.(infected|missing)|toast\.closed)$/,
  /^organizations:(document\.(becauseInfected|fileText\.(infected|missing))|contact\.hiddenNote|archivedNote|missing\.text)$/,
  /^verifications:(verdict\.(stale|approved|infected)|claim\.changed|document\.hidden|toast\.notJudged)$/,
  /^users:(missingText|recovery\.(readOnly|alone)|invite\.phoneTaken)$/,
  /^(ui:(notCopied|draft\.(tooLong|signedOut)|proof\.passkeyFailed)|settings:passkeys\.(known|unconfirmed))$/,
  /^(common:toast\.|access:(keep\.goneText|toast\.(sessionExpired|textKept|fileNotSent)))/,
  /[:.](tooMany|limit|stale)$/,
]

/** Whether a text must tell the next step; a subject or heading leaves that to the text under it. */
export const asksForStep = (key: string, isKey: (key: string) => boolean): boolean =>
  STOPS.some((family) => family.test(key)) &&
  !/\bsubject\b/.test(key) &&
  !isKey(`${key}Text`) &&
  !(key.endsWith('.title') && isKey(key.replace(/title$/, 'text')))

const ENGLISH =
  'add|allow|answer|approve|ask|check|choose|claim|close|contact|copy|create|delete|do not|enter|' +
  'find|finish|follow|give|go back|ignore|look at|mention|open|raise|change|reactivate|read|reduce|' +
  'reject|reload|remove|request|save|see|select|send|shorten|sign in|split|start here|submit|tell|' +
  'try|upload|use|wait|write'

/** How each language tells the next step, an option, or that nothing is left to do; a link or a waiting time tells it too. */
const STEP: Record<Language, RegExp> = {
  en: new RegExp(`(^|[.:;,] |\\b(then|or|and|please) )(${ENGLISH})\\b|you can |no (further )?action is needed`, 'im'),
  ru: /(?<!\p{L})\p{L}+(йте|ите|ьте)(сь)?(?!\p{L})|вы можете|ничего не (нужно|требуется)/iu,
  kk: /(ңыз|ңіз)(?=[.:;,]|$)|аласыз|қажеті жоқ|талап етілмейді/imu,
  zh: /(?<![申邀])请|勿|无需|您(现在)?可以/u,
}
const MARK = /\{\{(link|wait|hours)\}\}/

export const saysStep = (language: Language, text: string): boolean => STEP[language].test(text) || MARK.test(text)

/** Texts that only state a fact, and why that is enough. */
export const STATES: [keys: RegExp, because: string][] = [
  [
    /^(access:error\.sendFailed|join:error\.verifyFailed|ui:unsent\.notSent)$/,
    'a head: why, and the step, stand under it',
  ],
  [/^invites:failed\.(new|delete|email|whatsapp|edit|replace)$/, 'a head: `failed.again` stands under it'],
  [/^ui:unsent\.(network|unavailable)$/, 'stands under `unsent.title`, which says to try again'],
  [/^access:toast\.sessionExpired$/, 'stands on the sign-in page, in the words of the term base'],
  [/^common:toast\.notModified$/, 'what was asked for was done before'],
  [
    /^invites:message\.(greeting|invite_to_\w+|invite_logistic_provider|words|code|lastDay)$/,
    '`message.link` goes with it',
  ],
  [/^setup:message\.infected$/, '`message.next` or `message.contact` goes with it'],
  [/^organizations:message\.(activate|reactivate|reason)$/, '`message.next` goes with it'],
  [/^organizations:archivedNote$/, 'final: nothing can be done'],
  [/^organizations:conflict\.(by|nowIs|differs)$/, 'a line under a conflict that says the step'],
  [/^settings:conflict\.(nowIs|nowEmpty|yes|no)$/, 'beside a field, under a conflict that says the step'],
  [/^verifications:conflict\.(latest|kept|back)$/, 'a line under a conflict that says the step'],
  [
    /^verifications:message\.(approved|rejected|infoRequested|resubmitted)$/,
    '`message.next` or `message.contact` goes with it',
  ],
]
