import fs from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const COMMANDS = [
  'seed',
  'staff',
  'bench',
  'crash',
  'races',
  'slow-readers',
  'outbox',
  'audit',
  'retention',
  'fuzz',
  'migrate',
].filter((name) => fs.existsSync(`scripts/${name}.ts`))

const SERVER_ENTRIES = {
  index: 'virtual:react-router/server-build',
  server: 'server.ts',
  ...Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
}

/** How long each plugin took is of no use to whoever only starts the console. */
const QUIET = { bundlerTimings: false }

/** Compiles the server and the commands together with the framework's build, so that a request context is one object. */
const serverEntries = (): Plugin => ({
  name: 'server-entries',
  configEnvironment: (name) =>
    name === 'ssr' ? { build: { rollupOptions: { output: { entryFileNames: '[name].js' } } } } : undefined,
})

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), serverEntries()],
  // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
  build: { sourcemap: false, assetsInlineLimit: 0, rollupOptions: { checks: QUIET } },
  environments: { ssr: { build: { rollupOptions: { input: SERVER_ENTRIES, checks: QUIET } } } },
})
