import { parseArgs } from 'node:util'
import { restore } from '../app/domain/backup/restore.server'
import { fileOf, openPlace, report } from './backup/place'
import { runCommand, whenToldToStop } from './command'

await runCommand(async (args) => {
  const file = fileOf(parseArgs({ args, options: {}, allowPositionals: true }).positionals, 'restore -- FILE')
  const { place, close } = await openPlace({ isMigrated: true })
  try {
    report(`Restored from ${file}`, await restore(place, file, whenToldToStop()))
  } finally {
    await close()
  }
})
