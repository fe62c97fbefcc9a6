import { parseArgs } from 'node:util'
import { restore } from '../app/domain/backup/restore.server'
import { fileOf, openStores, report } from './backup-stores'
import { runCommand, whenToldToStop } from './command'

await runCommand(async (args) => {
  const file = fileOf(parseArgs({ args, options: {}, allowPositionals: true }).positionals, 'restore -- FILE')
  const { stores, close } = await openStores({ isToBeMigrated: true })
  try {
    report(`Restored from ${file}`, await restore(stores, file, whenToldToStop()))
  } finally {
    await close()
  }
})
