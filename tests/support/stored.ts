import { buffer } from 'node:stream/consumers'
import type { DocumentStore } from '../../app/gateways/ports'

/** The whole content of a stored file; null when there is none. */
export async function contentOf(store: Pick<DocumentStore, 'open'>, key: string): Promise<Buffer | null> {
  const file = await store.open(key)
  return file && buffer(file.content)
}

export async function allOf<One>(many: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = []
  for await (const one of many) all.push(one)
  return all
}
