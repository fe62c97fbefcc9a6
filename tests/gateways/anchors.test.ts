import { expect, it } from 'vitest'
import { openAnchors } from '../../app/gateways/anchors.server'
import { startServer } from '../support/http-server'
import { testEnv } from '../support/services'

const bucketAt = (endpoint: string) =>
  testEnv({
    ANCHORS: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'documents',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: 'true',
  })

it('a bucket that closes a connection under a question is asked once more for what it has', async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `anchors/${100 + n}.json`)
  const closed = new Set<string>()
  const { origin } = await startServer(({ url }) => {
    const isFirst = !closed.has(url)
    closed.add(url)
    if (isFirst && /list-type|1[02]0\.json/.test(url)) return 'hang up'
    const body = url.includes('list-type') ? keys.map((key) => `<Key>${key}</Key>`).join('') : `line of ${url}`
    return { status: 200, body }
  })
  const lines = await openAnchors(bucketAt(origin))?.read?.()
  expect(lines).toEqual(keys.map((key) => `line of /documents/${key}`))
})

it('a bucket that closes a connection under an anchor is not given it twice', async () => {
  const { origin, received } = await startServer(({ method }) =>
    method === 'GET' ? { status: 404, body: '' } : 'hang up',
  )
  await expect(openAnchors(bucketAt(origin))?.write('{}', new Date())).rejects.toThrow()
  expect(received.map(({ method }) => method)).toEqual(['GET', 'PUT'])
})
