import { backUp } from '../app/domain/backup/back-up.server'
import { fileOf, openPlace, report } from './backup/place'
import { runCommand } from './command'

await runCommand(async (args) => {
  const file = fileOf(args, 'backup')
  const { place, close } = await openPlace({ isMigrated: false })
  try {
    report(`Backed up to ${file}`, await backUp(place, file))
  } finally {
    await close()
  }
})
