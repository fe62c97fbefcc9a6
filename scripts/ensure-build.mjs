import { ensureBuild } from './set-up.mjs'

ensureBuild()
