import { become, ensureBuild, ensureDependencies } from './set-up.mjs'

const [name, ...args] = process.argv.slice(2)
if (!/^[a-z-]+$/.test(name ?? '')) {
  process.stderr.write('usage: node scripts/run.mjs NAME [arguments]\n')
  process.exit(1)
}
ensureDependencies()
ensureBuild()
become(name, args, { MODE: process.env.MODE ?? 'demo' })
