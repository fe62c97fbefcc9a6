import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bin, ensureDependencies, must, ROOT, say, stampBuild } from './set-up.mjs'

const CLIENT = path.join(ROOT, 'build/client')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest|ico)$/
const COMPRESSED_FROM_BYTES = 512

ensureDependencies()
fs.rmSync(path.join(ROOT, 'build'), { recursive: true, force: true })
must(bin('react-router'), ['build'], { NODE_ENV: 'production' })
const files = compressAll()
stampBuild()
say(`Built; ${files} files compressed`)

function compressAll() {
  const found = fs
    .readdirSync(CLIENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => fs.statSync(file).size >= COMPRESSED_FROM_BYTES)
  for (const file of found) {
    const content = fs.readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    fs.writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    fs.writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
  return found.length
}
