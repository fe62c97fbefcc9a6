import { parseArgs } from 'node:util'
import { backUp } from '../app/domain/backup/back-up.server'
import { fileOf, openStores, readKeys, report } from './backup-stores'
import { runCommand, whenToldToStop } from './command'

await runCommand(async (args) => {
  const { values, positionals } = parseArgs({ args, options: { key: { type: 'string' } }, allowPositionals: true })
  const file = fileOf(positionals, 'backup -- FILE [--key KEY]')
  const { stores, close } = await openStores({ isToBeMigrated: false, keys: readKeys(values.key) })
  try {
    report(`Backed up to ${file}`, await backUp(stores, file, whenToldToStop()))
  } finally {
    await close()
  }
})
