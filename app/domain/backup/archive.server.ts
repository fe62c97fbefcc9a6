import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { UnusableBackup } from './unusable'

/** One file of an archive; read it before asking for the next one. */
export type Entry = { name: string; read(): Promise<Buffer> }

/** Adds a file to an archive. */
export type AddEntry = (
  name: string,
  sizeBytes: number,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => Promise<void>

/**
 * Writes a gzipped tar archive that only its owner may read. It gets its name once it is complete and on disk.
 * @throws UnusableBackup when a file of that name exists, none can be created, or the disk is full or failing
 */
export async function writeArchive<Told>(file: string, fill: (add: AddEntry) => Promise<Told>): Promise<Told> {
  if (fs.existsSync(file)) throw new UnusableBackup(`${file} is there already`)
  const unfinished = `${file}.unfinished`
  const out = fs.createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  await once(out, 'open').catch((error: unknown) => {
    throw isFileExistsError(error)
      ? new UnusableBackup(`${unfinished} is there: a backup is under way, or one was broken off; then remove it`)
      : inWords(unfinished, error)
  })
  try {
    const archive = pack()
    const written = pipeline(archive, createGzip({ level: constants.Z_BEST_SPEED }), out)
    // `fill` rejects with the same failure, and first.
    written.catch(() => {})
    const told = await fill((name, size, pieces) => pipeline(pieces, archive.entry({ name, size, mode: 0o600 })))
    archive.finalize()
    await written
    giveName(unfinished, file)
    return told
  } catch (error) {
    // `fill` may have failed with the same error code, for example on a document on another disk.
    throw isDiskFault(out.errored) ? new UnusableBackup(`${file} cannot be written: ${out.errored.message}`) : error
  } finally {
    out.destroy()
    fs.rmSync(unfinished, { force: true })
  }
}

/** Never overwrites a file. Where the file system has no hard links (exFAT, many mounts), an empty file reserves the name first. */
function giveName(unfinished: string, file: string): void {
  try {
    try {
      return fs.linkSync(unfinished, file)
    } catch (error) {
      if (isFileExistsError(error)) throw error
    }
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch (error) {
    throw isFileExistsError(error) ? new UnusableBackup(`${file} is there already`) : inWords(file, error)
  }
  try {
    fs.renameSync(unfinished, file)
  } catch (error) {
    fs.rmSync(file, { force: true })
    throw inWords(file, error)
  }
}

/** Error codes of a disk that is full, read-only or failing. */
const isDiskFault = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'].includes(String(error.code))

const isFileExistsError = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** The files of an archive in order, until the signal aborts; throws {@link UnusableBackup} when the archive is incomplete or damaged. */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<Entry> {
  const archive = extract()
  const taken = pipeline(fs.createReadStream(file), createGunzip(), archive, { ...(signal && { signal }) })
  taken.catch(() => {})
  try {
    for await (const entry of archive)
      yield {
        name: entry.header.name,
        read: () =>
          buffer(entry).catch((error: unknown) => {
            throw inWords(file, error)
          }),
      }
    await taken
  } catch (error) {
    signal?.throwIfAborted()
    throw inWords(file, error)
  } finally {
    archive.destroy()
  }
}

/** One SHA-256 over all documents in archive order, each with its key and its length. */
export function sumDocuments() {
  const hash = createHash('sha256')
  return {
    add: (key: string, content: Uint8Array) => void hash.update(`${key} ${content.byteLength}\n`).update(content),
    sum: () => hash.digest('hex'),
  }
}

function inWords(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('syscall' in error) return new UnusableBackup(`${file} cannot be opened: ${error.message}`)
  const isDamaged =
    ('code' in error && String(error.code).startsWith('Z_')) || /^(unexpected end|invalid tar)/i.test(error.message)
  return isDamaged ? new UnusableBackup(`${file} is not a whole backup: ${error.message}`) : error
}
