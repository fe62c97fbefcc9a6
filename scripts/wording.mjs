import { createHash } from 'node:crypto'
import fs from 'node:fs'

const USAGE = `usage: npm run wording                          texts that changed since they were last read as a colleague would
       npm run wording -- --read LANGUAGE KEY …  these texts were read today; \`--read LANGUAGE\` alone: all of them\n`
const LEDGER = 'locales/ledger.json'
const LANGUAGES = ['en', 'zh', 'ru', 'kk']

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Every text of a language by its key, such as `access:signIn.title`. */
function textsOf(language) {
  const texts = new Map()
  const walk = (value, key) => {
    if (typeof value === 'string') texts.set(key, value)
    else for (const [part, inner] of Object.entries(value)) walk(inner, `${key}${key.endsWith(':') ? '' : '.'}${part}`)
  }
  for (const file of fs.readdirSync(`locales/${language}`).toSorted())
    walk(JSON.parse(fs.readFileSync(`locales/${language}/${file}`, 'utf8')), `${file.replace('.json', '')}:`)
  return texts
}

/** By language and key: the day a text was reviewed, and the hash of the reviewed text. */
const ledger = JSON.parse(fs.readFileSync(LEDGER, 'utf8'))

function report() {
  for (const language of LANGUAGES) {
    const read = ledger[language] ?? {}
    const texts = textsOf(language)
    const changed = [...texts].filter(([key, text]) => read[key]?.slice(11) !== hashOf(text))
    const gone = Object.keys(read).filter((key) => !texts.has(key))
    process.stdout.write(`${language}: ${texts.size} texts, ${changed.length} to read, ${gone.length} gone\n`)
    for (const [key, text] of changed) {
      const when = read[key] ? `changed since ${read[key].slice(0, 10)}` : 'never read'
      process.stdout.write(`  ${key} (${when}): ${text.replaceAll('\n', '⏎')}\n`)
    }
  }
}

function markRead([language, ...keys]) {
  if (!LANGUAGES.includes(language)) throw new Error(USAGE)
  const texts = textsOf(language)
  const unknown = keys.filter((key) => !texts.has(key))
  if (unknown.length > 0) throw new Error(`No such text: ${unknown.join(' ')}\n`)
  const today = new Date().toISOString().slice(0, 10)
  const read = ledger[language] ?? {}
  const isRead = (key) => keys.length === 0 || keys.includes(key)
  const entry = ([key, text]) => [
    key,
    isRead(key) && read[key]?.slice(11) !== hashOf(text) ? `${today} ${hashOf(text)}` : read[key],
  ]
  ledger[language] = Object.fromEntries([...texts].map(entry).filter(([, kept]) => kept !== undefined))
  fs.writeFileSync(LEDGER, `${JSON.stringify(ledger, null, 2)}\n`)
}

const [option, ...rest] = process.argv.slice(2)
try {
  if (option === undefined) report()
  else if (option === '--read') markRead(rest)
  else throw new Error(USAGE)
} catch (error) {
  process.stderr.write(error.message)
  process.exitCode = 1
}
