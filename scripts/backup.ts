import { parseArgs } from 'node:util'
import { backUp } from '../app/domain/backup/back-up.server'
import { fileOf, openPlace, readKeys, report } from './backup/place'
import { runCommand, whenToldToStop } from './command'

await runCommand(async (args) => {
  const { values, positionals } = parseArgs({ args, options: { key: { type: 'string' } }, allowPositionals: true })
  const file = fileOf(positionals, 'backup -- FILE [--key KEY]')
  const { place, close } = await openPlace({ isMigrated: false, keys: readKeys(values.key) })
  try {
    report(`Backed up to ${file}`, await backUp(place, file, whenToldToStop()))
  } finally {
    await close()
  }
})
