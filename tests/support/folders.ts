import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty data folder that is gone after the test; tests side by side say themselves when they are over. */
export function testFolder(atEnd: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'))
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}
