import { WrongSetting } from '../app/env-values.server'

/** Runs the start; what stands in its way is said in one clear line, and the process ends with 1. */
export async function startOrExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Could not start: ${String(error)}`
  if (error instanceof WrongSetting) return `Wrong setting: ${error.message}`
  if (error.name === 'DatabaseInUse') return error.message
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'PORT is taken by another program; set another PORT or stop it'
  const cause = error.cause instanceof Error ? error.cause : error
  return `Could not start: ${'code' in cause ? cause.message || cause.code : error.stack}`
}
