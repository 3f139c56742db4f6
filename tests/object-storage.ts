import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { ownPort } from './own-port.ts'

const BUCKET = 'pictures'

export type ObjectStorage = Readonly<{
  /** URL for `IMAGES_URL`; given parts replace the right ones. */
  url(wrong?: { key?: string; secret?: string; bucket?: string }): string
  /** Names of all objects. */
  names(): Promise<string[]>
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}>

/**
 * An S3-compatible store with one bucket, which keeps its objects while it is stopped. It checks signatures, but takes those of
 * lists for wrong (s3rver 5.0, authentication.js: a bucket's path ends in a slash).
 */
export async function startObjectStorage({ allowMismatchedSignatures = false } = {}): Promise<ObjectStorage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'matnanum-s3-'))
  const port = await ownPort()
  let server: S3rver | undefined
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  const start = async () => {
    const configureBuckets = [{ name: BUCKET }]
    const options = { port, address: '127.0.0.1', directory, silent: true, allowMismatchedSignatures, configureBuckets }
    server = new S3rver(options)
    await server.run()
  }
  await start()
  // It removes a folder that a deletion leaves empty, even if another object is just being put there.
  await mkdir(path.join(directory, BUCKET, 'site', 'kept'), { recursive: true })
  return {
    url: ({ key = 'S3RVER', secret = 'S3RVER', bucket = BUCKET } = {}) =>
      `s3+http://${key}:${secret}@127.0.0.1:${port}/${bucket}/site`,
    names: async () => {
      const files = await readdir(path.join(directory, BUCKET), { recursive: true })
      return files.flatMap((file) => /^(.+)\._S3rver_object$/.exec(file)?.[1] ?? []).toSorted()
    },
    stop,
    start,
    close: async () => {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
