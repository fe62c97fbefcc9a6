import { parseArgs } from 'node:util'
import { openDatabase } from '../app/db/engine/open.server'
import { isDemoNumber } from '../app/demo/people'
import { isSeeded, reserveForDemo } from '../app/demo/whose.server'
import { personName } from '../app/domain/names/person-name'
import { normalisePhone } from '../app/domain/phones/phone.server'
import { agreeByOperator, type NumberAgreed } from '../app/domain/users/numbers/operator-number.server'
import { removePasskeysByOperator } from '../app/domain/users/operator-passkeys.server'
import { makeStaff, type StaffMade } from '../app/domain/users/operator.server'
import { PERSON_NAME_MAX_LENGTH } from '../app/domain/written-text'
import { readEnv } from '../app/env.server'
import { openClock } from '../app/gateways/clock.server'
import { openLog } from '../app/gateways/log.server'
import { ROLES } from '../app/vocabulary'
import { runCommand, WrongArgument } from './command'

const USAGE = `usage: npm run staff -- --phone +7… --name "…" --role superadmin [--restore]
       npm run staff -- --phone +7… --new-phone +7…    (the second yes to a superadmin's new number)
       npm run staff -- --phone +7… --remove-passkeys    (for somebody who lost theirs)`

const SAYS: Record<StaffMade, string> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'was so already',
  unreachable: 'not created: no codes are sent to numbers of this kind; CODE_COUNTRIES names the countries',
  isSuspended: 'not changed: the user is suspended; add --restore to lift that',
  lastSuperadmin: 'not changed: this is the last active superadmin',
  belongsToPartner: 'not changed: the phone belongs to a partner of an organization',
}

const SAYS_OF_NUMBER: Record<NumberAgreed, string> = {
  agreed: 'agreed; the old number is told now and the number changes in 24 hours, unless somebody cancels it',
  unchanged: 'was agreed to already',
  notSuperadmin:
    'not changed: this is not the number of an active superadmin; administrators settle others in the console',
  othersMayAgree: 'not changed: two other superadmins propose it and agree to it in the console',
  taken: 'not changed: the new number belongs to another user',
  unreachable: 'not changed: no codes are sent to numbers like the new one; CODE_COUNTRIES names the countries',
}

const OPTIONS = {
  phone: { type: 'string' },
  'new-phone': { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  restore: { type: 'boolean' },
  'remove-passkeys': { type: 'boolean' },
} as const

await runCommand(async (args) => {
  const phone = readRemovePasskeys(args)
  if (phone) return removePasskeys(phone)
  const numbers = readNumbers(args)
  if (numbers) return agreeToNumber(numbers)
  const staff = readArguments(args)
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env))
  try {
    if (env.isDemo) {
      if (isDemoNumber(staff.phone) && !(await isSeeded(database)))
        throw new WrongArgument('--phone is a number of the demo data: start the console once, or give another number')
      await reserveForDemo(database.db)
    }
    const made = await makeStaff({ db: database.db, env, now: openClock(env) }, staff)
    process.stdout.write(`${staff.phone} ${staff.username} (${staff.role}): ${SAYS[made]}\n`)
    if (made !== 'created' && made !== 'changed' && made !== 'unchanged') process.exitCode = 1
  } finally {
    await database.close()
  }
})

async function agreeToNumber(numbers: { oldPhone: string; newPhone: string }): Promise<void> {
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env))
  try {
    const agreed = await agreeByOperator({ db: database.db, env, now: openClock(env) }, numbers)
    process.stdout.write(`${numbers.oldPhone} → ${numbers.newPhone}: ${SAYS_OF_NUMBER[agreed]}\n`)
    if (agreed !== 'agreed' && agreed !== 'unchanged') process.exitCode = 1
  } finally {
    await database.close()
  }
}

async function removePasskeys(phone: string): Promise<void> {
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env))
  try {
    const removed = await removePasskeysByOperator({ db: database.db, now: openClock(env) }, phone)
    process.stdout.write(`${phone}: ${removed === null ? 'no user has this number' : `passkeys removed: ${removed}`}\n`)
    if (removed === null) process.exitCode = 1
  } finally {
    await database.close()
  }
}

function readRemovePasskeys(args: string[]): string | null {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (!values['remove-passkeys']) return null
  if (values.name || values.role || values.restore || values['new-phone']) throw new WrongArgument(USAGE)
  return readPhone('--phone', values.phone ?? '')
}

function readNumbers(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values['new-phone'] === undefined) return null
  if (values.name || values.role || values.restore) throw new WrongArgument(USAGE)
  return {
    oldPhone: readPhone('--phone', values.phone ?? ''),
    newPhone: readPhone('--new-phone', values['new-phone']),
  }
}

function readPhone(name: string, typed: string): string {
  const phone = typed.startsWith('+') ? normalisePhone(typed) : null
  if (!phone) throw new WrongArgument(`${name} must be a valid number in international form, with its plus sign`)
  return phone
}

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (!values.phone || !values.name || !values.role) throw new WrongArgument(USAGE)
  const phone = readPhone('--phone', values.phone)
  const { data: username } = personName.safeParse(values.name)
  if (username === undefined)
    throw new WrongArgument(`--name must be 1 to ${PERSON_NAME_MAX_LENGTH} characters, a letter or digit among them`)
  const role = ROLES.find((one) => one === values.role)
  if (!role) throw new WrongArgument(`--role must be one of ${ROLES.join(', ')}`)
  return { phone, username, role, restores: values.restore }
}
