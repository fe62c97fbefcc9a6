import { parseArgs } from 'node:util'
import { openDatabase } from '../app/db/open.server'
import { normalisePhone } from '../app/domain/sign-in/phone.server'
import { makeStaff, type StaffMade } from '../app/domain/users/operator.server'
import { readEnv } from '../app/env.server'
import { openClock } from '../app/gateways/clock.server'
import { openLog } from '../app/gateways/log.server'
import { ROLES } from '../app/vocabulary'
import { runCommand, WrongArgument } from './command'

const USAGE = 'usage: npm run staff -- --phone +7… --name "…" --role superadmin [--restore]'
const LONGEST_NAME = 100

const SAYS: Record<StaffMade, string> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'was so already',
  isSuspended: 'not changed: the user is suspended; add --restore to lift that',
  lastSuperadmin: 'not changed: this is the last active superadmin',
  belongsToPartner: 'not changed: the phone belongs to a partner of an organization',
}

await runCommand(async (args) => {
  const staff = readArguments(args)
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env))
  try {
    const made = await makeStaff({ db: database.db, now: openClock(env) }, staff)
    process.stdout.write(`${staff.phone} ${staff.username} (${staff.role}): ${SAYS[made]}\n`)
    if (made === 'belongsToPartner' || made === 'isSuspended' || made === 'lastSuperadmin') process.exitCode = 1
  } finally {
    await database.close()
  }
})

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      phone: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      restore: { type: 'boolean' },
    },
  })
  if (!values.phone || !values.name || !values.role) throw new WrongArgument(USAGE)
  const phone = values.phone.startsWith('+') ? normalisePhone(values.phone) : null
  if (!phone) throw new WrongArgument('--phone must be a valid number in international form, with its plus sign')
  const username = values.name.trim()
  if (!username || username.length > LONGEST_NAME || /\p{Cc}/u.test(username))
    throw new WrongArgument(`--name must be 1 to ${LONGEST_NAME} printable characters`)
  const role = ROLES.find((one) => one === values.role)
  if (!role) throw new WrongArgument(`--role must be one of ${ROLES.join(', ')}`)
  return { phone, username, role, restores: values.restore }
}
