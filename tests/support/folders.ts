import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty data folder, removed after the test; concurrent tests pass their own hook for their end. */
export function testFolder(atEnd: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'))
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}
