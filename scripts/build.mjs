import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bin, ensureDependencies, ROOT, runQuietly, say, stampBuild } from './set-up.mjs'

const CLIENT = path.join(ROOT, 'build/client')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest|ico)$/
const COMPRESSED_FROM_BYTES = 512

ensureDependencies()
fs.rmSync(path.join(ROOT, 'build'), { recursive: true, force: true })
const status = runQuietly(process.execPath, [bin('react-router'), 'build', '--logLevel', 'warn'], {
  NODE_ENV: 'production',
})
if (status !== 0) process.exit(status)
const files = await compressAll()
stampBuild()
say(`Built; ${files} files compressed`)

async function compressAll() {
  const found = fs
    .readdirSync(CLIENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => fs.statSync(file).size >= COMPRESSED_FROM_BYTES)
  await Promise.all(found.map(compress))
  return found.length
}

async function compress(file) {
  const content = fs.readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  fs.writeFileSync(`${file}.br`, br)
  fs.writeFileSync(`${file}.gz`, gz)
}
