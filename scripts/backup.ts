import { parseArgs } from 'node:util'
import { backUp } from '../app/domain/backup/back-up.server'
import { openPlace, report } from './backup/place'
import { runCommand, WrongArgument } from './command'

await runCommand(async (args) => {
  const [file, ...more] = parseArgs({ args, options: {}, allowPositionals: true }).positionals
  if (file === undefined || more.length > 0) throw new WrongArgument('usage: npm run backup -- FILE')
  const { place, close } = await openPlace({ isMigrated: false })
  try {
    report(`Backed up to ${file}`, await backUp(place, file))
  } finally {
    await close()
  }
})
