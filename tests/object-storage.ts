import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver, { type Context } from '@20minutes/s3rver'
import { ownPort } from './own-port.ts'

const BUCKET = 'pictures'

export type ObjectStorage = Readonly<{
  /** URL for `IMAGES_URL`; given parts replace the right ones. */
  url(wrong?: { key?: string; secret?: string; bucket?: string }): string
  /** Names of all objects. */
  names(): Promise<string[]>
  /** Bytes of an object below `url`. */
  size(name: string): Promise<number>
  /** All objects with their content. */
  objects(): Promise<{ name: string; bytes: Buffer }[]>
  /** Number of parts of uploads that are not complete. */
  parts(): Promise<number>
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
  const uploads = path.join(directory, BUCKET, '._S3rver_uploads')
  let server: S3rver | undefined
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  const start = async () => {
    const configureBuckets = [{ name: BUCKET }]
    const options = { port, address: '127.0.0.1', directory, silent: true, allowMismatchedSignatures, configureBuckets }
    server = new S3rver(options)
    server.middleware.unshift(unfinishedUploads(uploads))
    await server.run()
  }
  await start()
  // s3rver removes a folder that a deletion leaves empty, even if another object is just being put there.
  await mkdir(path.join(directory, BUCKET, 'site', 'kept'), { recursive: true })
  const names = async () => {
    const files = await readdir(path.join(directory, BUCKET), { recursive: true })
    return files.flatMap((file) => /^(.+)\._S3rver_object$/.exec(file)?.[1] ?? []).toSorted()
  }
  return {
    url: ({ key = 'S3RVER', secret = 'S3RVER', bucket = BUCKET } = {}) =>
      `s3+http://${key}:${secret}@127.0.0.1:${port}/${bucket}/site`,
    names,
    size: async (name) => (await stat(path.join(directory, BUCKET, 'site', `${name}._S3rver_object`))).size,
    objects: async () => {
      const read = async (name: string) => ({
        name,
        bytes: await readFile(path.join(directory, BUCKET, `${name}._S3rver_object`)),
      })
      return Promise.all((await names()).map(read))
    },
    parts: async () => {
      const files = await readdir(uploads, { recursive: true }).catch((): string[] => [])
      return files.filter((file) => /\/\d+$/.test(file)).length
    },
    stop,
    start,
    close: async () => {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Lists uploads that are not complete, and removes their parts, which s3rver cannot. */
function unfinishedUploads(folder: string) {
  return async (context: Context, next: () => Promise<void>) => {
    const { method, query } = context
    if (method === 'DELETE' && query.uploadId !== undefined) {
      await rm(path.join(folder, query.uploadId), { recursive: true })
      context.status = 204
    } else if (method === 'GET' && 'uploads' in query) {
      const ids = await readdir(folder).catch((): string[] => [])
      const described = ids.map(async (id) => {
        const key = path.join(folder, id, 'key')
        const { mtime } = await stat(key)
        const initiated = `<Initiated>${mtime.toISOString()}</Initiated>`
        return `<Upload><Key>${await readFile(key, 'utf8')}</Key><UploadId>${id}</UploadId>${initiated}</Upload>`
      })
      context.status = 200
      context.type = 'application/xml'
      const all = (await Promise.all(described)).join('')
      context.body = `<ListMultipartUploadsResult>${all}</ListMultipartUploadsResult>`
    } else await next()
  }
}
