import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Bucket } from '../../app/gateways/documents/s3-documents.server'
import { testFolder } from './folders'

/** A bucket on a real S3 server; deleted after the test. */
export async function startS3(): Promise<S3Bucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: testFolder(),
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return bucketAt(`http://127.0.0.1:${port}`)
}

/** A store that keeps anchors in a bucket there. */
export const anchorsInBucket = (endpoint: string) => ({
  ANCHORS: 's3',
  S3_ENDPOINT: endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: 'true',
})

export const bucketAt = (endpoint: string): S3Bucket => ({
  endpoint,
  region: 'us-east-1',
  bucket: 'documents',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  isPathStyle: true,
})
