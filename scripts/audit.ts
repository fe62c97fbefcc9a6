import fs from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { anchorPublicKeys } from '../app/domain/audit/anchor-key.server'
import { checkAnchors, type AnchorBreak } from '../app/domain/audit/anchors.server'
import { checkChain, type ChainBreak } from '../app/domain/audit/check-chain.server'
import { readEnv, type Env } from '../app/env.server'
import { openAnchors } from '../app/gateways/anchors.server'
import { openLog } from '../app/gateways/log.server'
import { readKeys } from './backup-stores'
import { runCommand, WrongArgument } from './command'

const USAGE = `usage: npm run audit [-- --key KEY]                            the chain by itself
       npm run audit -- --anchors [--from FILE] [--key KEY]   and against the anchors of ANCHORS, or those in a file
       npm run audit -- --public-key                          the key that anchors are proved with`

const SAYS: Record<ChainBreak['why'], string> = {
  changed: 'this row was changed, or does not follow from the one before',
  missing: 'this row was removed, without a record of it that is signed by a key that counts',
  added: 'a row was added past the chain',
  end: 'the end of the chain is not where the database remembers it: rows were cut off or added',
}

const SAYS_OF_ANCHOR: Record<AnchorBreak['why'], string> = {
  forged: 'it is not signed by a key that counts',
  cut: 'the chain ends before it: rows were cut off, and the end was mended',
  rewritten: 'the chain has another row there: it was written anew from some row before',
  young: 'rows that came after it were taken off as older than it',
}

await runCommand(async (args) => {
  const asked = readArguments(args)
  const env = readEnv(process.env)
  if (asked['public-key']) {
    process.stdout.write(`${anchorPublicKeys(env).join('\n')}\n`)
    return
  }
  const lines = asked.anchors ? await readLines(env, asked.from) : null
  const keys = [...anchorPublicKeys(env), ...readKeys(asked.key)]
  const database = await openDatabase(env, openLog(env), NO_STATEMENT_LIMIT_MS)
  try {
    const { rowCount, removed, head, broken, ...anchored } = lines
      ? await checkAnchors(database.db, lines, keys)
      : { ...(await checkChain(database.db, { keys })), anchorCount: null, newest: null, loose: [] }
    process.stdout.write(`${rowCount} audit rows checked, head ${head}\n`)
    if (removed > 0) process.stdout.write(`${removed} older rows were taken off, with signed records of it\n`)
    if (broken) fail(`The chain is broken at position ${broken.position}: ${SAYS[broken.why]}`)
    const { anchorCount, newest, loose } = anchored
    if (anchorCount === null) return
    process.stdout.write(`${anchorCount} anchors checked, the newest of ${newest ?? 'never'}\n`)
    if (anchorCount === 0) fail('There are no anchors: they prove nothing')
    for (const one of loose) fail(sayOf(one))
  } finally {
    await database.close()
  }
})

function sayOf({ why, count, from, to }: AnchorBreak): string {
  const first = `of ${from.at} at position ${from.position}`
  if (count === 1) return `The anchor ${first} does not hold: ${SAYS_OF_ANCHOR[why]}`
  return `${count} anchors, from that ${first} to that of ${to.at} at position ${to.position}, do not hold: ${SAYS_OF_ANCHOR[why]}`
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      anchors: { type: 'boolean' },
      from: { type: 'string' },
      key: { type: 'string' },
      'public-key': { type: 'boolean' },
    },
  })
  if (values.from !== undefined && !values.anchors) throw new WrongArgument(USAGE)
  return values
}

async function readLines(env: Env, from: string | undefined): Promise<string[]> {
  if (from !== undefined)
    return (
      await fs.readFile(from, 'utf8').catch(() => {
        throw new WrongArgument(`--from ${from} cannot be read`)
      })
    ).split('\n')
  const read = openAnchors(env)?.read
  if (!read)
    throw new WrongArgument(
      env.anchors
        ? 'ANCHORS is a syslog collector: give the file it keeps with --from FILE'
        : 'ANCHORS is unset: name it, or give a file of anchors with --from FILE',
    )
  return read()
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
