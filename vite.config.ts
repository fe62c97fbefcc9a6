import fs from 'node:fs'
import { createRequire } from 'node:module'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { routerForUse } from './scripts/router-for-use.ts'

const COMMANDS = [
  'seed',
  'staff',
  'bench',
  'crash',
  'races',
  'month',
  'slow-readers',
  'outbox',
  'audit',
  'counts',
  'random-changes',
  'retention',
  'fuzz',
  'migrate',
  'backup',
  'restore',
].filter((name) => fs.existsSync(`scripts/${name}.ts`))

/** What the journeys walk through; not in the container, which is built without them. */
const CONSOLES = 'e2e/consoles/consoles.ts'
/** What the bench compares with, which reads in no more than it needs. */
const RAW_SERVER = 'scripts/bench/raw-server.ts'

const SERVER_ENTRIES = {
  index: 'virtual:react-router/server-build',
  server: 'server.ts',
  ...Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
  ...(fs.existsSync(CONSOLES) && { consoles: CONSOLES }),
  ...(fs.existsSync(RAW_SERVER) && { 'raw-server': RAW_SERVER }),
}

/** Of the frame, not what forms and dialogs bring along. */
const FRAME =
  /[\\/]app[\\/](ui|i18n|lists|http|vocabulary|uuid|pseudonyms|form-protocol|durations|addresses|routes[\\/]errors[\\/]error-page)(?!.*([\\/]form(?!-(protocol|state))[.-]|auth-frame|sent-before|field|dialog|confirm|choice|notes|stacked-columns|draft|passkey|resend|access|demo|selection|[\\/]facts|timeline|event-icons|file-state|sessions|send-code|template-picker|console-form|error-summary))/
/** Files of their own otherwise, each a question for some hundred bytes. */
const SMALL = /[\\/]app[\\/]ui[\\/](facts|dialogs[\\/]with-dialogs)\.|node_modules[\\/]get-nonce[\\/]/
const ALWAYS = /[\\/]app[\\/]lists[\\/]|node_modules[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.)/

/** What every list and the frame around it share is one file: forty small ones compress worse and cost a question each. */
const SHARED = {
  name: 'console',
  test: (id: string) => FRAME.test(id) || ALWAYS.test(id) || SMALL.test(id),
  minShareCount: 3,
}

/** Names of files are most of what a browser is told of all routes: what always comes together is one file. */
const TOGETHER = [
  { name: 'preload-helper', test: /preload-helper|record-acts/ },
  {
    name: 'fields',
    test: /[\\/]ui[\\/]forms[\\/](console-form|error-summary|field|text-field|choices|kept[\\/](sent-before|keep-draft))/,
  },
  { name: 'templates', test: /(insert-template|template-picker)/ },
  { name: 'proof', test: /[\\/]ui[\\/]forms[\\/]codes[\\/](confirm-identity|code-field|send-code)/ },
  {
    name: 'access',
    test: /[\\/]ui[\\/](frame[\\/]plain[\\/](access-frame|auth-frame|demo-hint)|forms[\\/]codes[\\/]resend)/,
  },
]

/** What a start reads for a few lines comes with what it reads anyway. */
const AT_A_START = {
  name: 'whose',
  test: /[\\/]app[\\/](uuid|pseudonyms|form-protocol|domain[\\/](unavailable\.server|documents[\\/]store-owner\.server|files[\\/](limits|file-state))|db[\\/]engine[\\/]unavailable|demo[\\/]whose\.server|db[\\/]schema[\\/]facts|db[\\/]engine[\\/]stoppable)\.ts$|[\\/]drizzle-orm[\\/](alias|sql[\\/](functions[\\/]aggregate|expressions[\\/]select)|pg-core[\\/]primary-keys)\.js$/,
}

/** What pages share with journeys, and with what else of it commands need: else a file for each set of those that share it. */
const OF_JOURNEYS = {
  name: 'rules',
  test: /[\\/]app[\\/](domain[\\/](invites|setup|views|organizations|sign-in[\\/](trusted-device|asker|file-recovery)|verifications[\\/](claims[\\/]release-claims|second-person[\\/]review-people))|db[\\/](invites|organizations)[\\/])/,
}

/** How long each plugin took is of no use to whoever only starts the console. */
const QUIET = { bundlerTimings: false }

/** Read from their own folders: one finds its files beside itself, one changes what is required after it, one measures. */
const NOT_BUNDLED = ['@electric-sql/pglite', '@sentry/react-router', '@playwright/test']

/**
 * Compiles the server and the commands together with the framework's build, so that a request context is one object, and
 * their dependencies with them: a start reads about a hundred files and not a thousand.
 */
const serverEntries = (): Plugin => ({
  name: 'server-entries',
  configEnvironment: (name, _, { command }) =>
    name === 'ssr' && command === 'build'
      ? {
          resolve: { noExternal: true, external: NOT_BUNDLED },
          define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          build: {
            rollupOptions: {
              output: { entryFileNames: '[name].js', codeSplitting: { groups: [AT_A_START, OF_JOURNEYS] } },
            },
          },
        }
      : undefined,
})

/**
 * Drizzle asks some thousand times a page of what class a piece of a statement is, and looks through the names of all its
 * ancestors, for there might be several copies of Drizzle. The built server has one, where `instanceof` says the same.
 */
const oneDrizzle = (): Plugin => ({
  name: 'one-drizzle',
  apply: 'build',
  load: (id) =>
    id.endsWith('/drizzle-orm/entity.js')
      ? `export const entityKind = Symbol.for('drizzle:entityKind')
         export const hasOwnEntityKind = Symbol.for('drizzle:hasOwnEntityKind')
         export const is = (value, type) => value instanceof type`
      : undefined,
})

/**
 * React is written for `require`: of what is imported from it the bundler makes getters, asked once for each element of a page. Given
 * as a module, its functions are called as they are.
 */
const plainReact = (): Plugin => ({
  name: 'plain-react',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load(id) {
    const [, file] = /\/node_modules\/react\/(index|jsx-runtime)\.js$/.exec(id) ?? []
    if (!file) return undefined
    const production = `./cjs/${file === 'index' ? 'react' : 'react-jsx-runtime'}.production.js`
    const names = Object.keys(createRequire(id)(production)).join(', ')
    return `import react from '${production}'\nexport default react\nexport const { ${names} } = react`
  },
})

/** Express brings readers of bodies, a tenth of a start; the edge has its own, and takes none of these. */
const noBodyParser = (): Plugin => ({
  name: 'no-body-parser',
  apply: 'build',
  load: (id) => (id.endsWith('/body-parser/index.js') ? 'module.exports = {}' : undefined),
})

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), serverEntries(), oneDrizzle(), routerForUse(), plainReact(), noBodyParser()],
  // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
  build: { sourcemap: false, assetsInlineLimit: 0, rollupOptions: { checks: QUIET } },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: [SHARED, ...TOGETHER] } } } } },
    ssr: { build: { rollupOptions: { input: SERVER_ENTRIES, checks: QUIET } } },
  },
})
