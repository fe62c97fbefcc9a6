import { become, ensureBuild, ensureDependencies } from './set-up.mjs'

ensureDependencies()
ensureBuild()
become('server', [], { MODE: process.env.MODE ?? 'demo' })
