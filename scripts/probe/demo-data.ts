import fs from 'node:fs'
import path from 'node:path'
import { once } from './once'
import { serverProcess } from './server-process'

/** Fills a new folder with the demo data, as a stopped console leaves them; once for all callers. */
export const makeDemoData = (folder: string, builtServer: string, variables: Record<string, string> = {}) =>
  once(folder, async () => {
    fs.mkdirSync(folder)
    const server = await serverProcess(builtServer, { DATA_DIR: folder, ...variables })
    await server.start()
    await server.kill('SIGTERM')
    fs.rmSync(path.join(folder, 'server.log'))
  })

/** Copies a folder, by reference where the file system can. */
export function copyFolder(from: string, to: string) {
  fs.cpSync(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
}
