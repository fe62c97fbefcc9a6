import { parseArgs } from 'node:util'
import { reviewPeople } from '../app/db/schema/reviews'
import { verifications } from '../app/db/schema/verifications'
import { seedDemo } from '../app/demo/demo.server'
import { addWorkingMinutes } from '../app/domain/verifications/due-dates/working-time'
import { readEnv } from '../app/env.server'
import { openServices } from '../app/services.server'
import { runCommand, wholeNumber } from './command'
import { temporaryFolder } from './probe/temporary-folder'
import { DAY_MS } from '../app/durations'
import { DAY_MINUTES, PLACE, START, TWO_PEOPLE, WAYS, simulate } from './month/simulate'
import { statementsPerPage } from './month/statements-per-page'

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '22' },
      'a-day': { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const asked = {
    days: wholeNumber('--days', values.days),
    aDay: wholeNumber('--a-day', values['a-day']),
    seed: wholeNumber('--seed', values.seed),
  }
  const build = await import('virtual:react-router/server-build')
  for (const [name, way] of Object.entries(WAYS)) {
    const { path: dataDir } = temporaryFolder('month')
    const variables = { DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' }
    const services = await openServices(readEnv({ ...process.env, MODE: 'demo', ...variables }))
    try {
      await seedDemo({ ...services, now: () => new Date(START.getTime() - 90 * DAY_MS) })
      await services.db.update(verifications).set({ status: 'rejected', dueAt: null, dueLeftMinutes: null })
      await services.db.insert(reviewPeople).values(TWO_PEOPLE.map((type) => ({ type, people: 2 })))
      const { told, handled, late, open, openLate, wrong, ...found } = await simulate(services, way, asked)
      const percent = Math.round((1000 * late) / handled) / 10
      process.stdout.write(
        `${name}: ${handled} answers in ${asked.days} days, ${late} late (${percent} %, ${found.lateForAdmins} of what admins alone decide); ` +
          `${open} open at the end, ${openLate} late; ${wrong} opened in vain; ${told} digests; ` +
          `${found.arrived} came, ${found.lost} lost; ${found.byTwo} decided by two people, ${found.byOne} of theirs by one\n`,
      )
      const end = addWorkingMinutes(START, asked.days * DAY_MINUTES, PLACE)
      const pages = await statementsPerPage({ ...services, now: () => end }, build)
      process.stdout.write(`  statements: ${pages.map(([page, count]) => `${page} ${count}`).join(', ')}\n`)
      if (found.lost + found.byOne > 0) process.exitCode = 1
    } finally {
      await services.close()
    }
  }
})
