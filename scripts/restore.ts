import { parseArgs } from 'node:util'
import { restore } from '../app/domain/backup/restore.server'
import { openPlace, report } from './backup/place'
import { runCommand, WrongArgument } from './command'

await runCommand(async (args) => {
  const [file, ...more] = parseArgs({ args, options: {}, allowPositionals: true }).positionals
  if (file === undefined || more.length > 0) throw new WrongArgument('usage: npm run restore -- FILE')
  const { place, close } = await openPlace({ isMigrated: true })
  try {
    report(`Restored from ${file}`, await restore(place, file))
  } finally {
    await close()
  }
})
