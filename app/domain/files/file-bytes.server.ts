import fs from 'node:fs/promises'

const WINDOW_BYTES = 64 * 1024

/** A file read in windows, so that inspecting a large one does not load it into memory. */
export type FileBytes = {
  sizeBytes: number
  /** Up to `lengthBytes` from `at`, at most a window; shorter at the end of the file. */
  read(at: number, lengthBytes: number): Promise<Buffer>
}

export async function withFileBytes<Result>(file: string, use: (bytes: FileBytes) => Promise<Result>): Promise<Result> {
  const handle = await fs.open(file)
  const window = Buffer.allocUnsafe(WINDOW_BYTES)
  let windowAt = 0
  let windowBytes = 0
  try {
    const { size } = await handle.stat()
    return await use({
      sizeBytes: size,
      read: async (at, lengthBytes) => {
        const wanted = Math.max(0, Math.min(lengthBytes, WINDOW_BYTES, size - at))
        if (at < windowAt || at + wanted > windowAt + windowBytes) {
          windowAt = at
          windowBytes = (await handle.read(window, 0, WINDOW_BYTES, at)).bytesRead
        }
        return window.subarray(at - windowAt, at - windowAt + Math.min(wanted, windowBytes))
      },
    })
  } finally {
    await handle.close()
  }
}

/** Parts of a file in order: bytes of its own, or a range of the file. */
export type FilePart = Buffer | { from: number; to: number }

export async function* readParts(file: string, parts: readonly FilePart[]): AsyncGenerator<Buffer> {
  const handle = await fs.open(file)
  try {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) yield part
      else yield* readRange(handle, part.from, part.to)
    }
  } finally {
    await handle.close()
  }
}

async function* readRange(handle: fs.FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(WINDOW_BYTES, to - at)), 0, null, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
