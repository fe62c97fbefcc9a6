import { bin, ensureDependencies, ROOT, run } from './set-up.mjs'

process.chdir(ROOT)
ensureDependencies()
process.exit(run(process.execPath, [bin('vitest'), 'run', 'tests/domain', '--coverage', ...process.argv.slice(2)]))
