import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3Client } from '@aws-sdk/client-s3'
import { fileNames } from '#rules/images.ts'
import type { ObjectStoreConfig } from '../config/storage-config.ts'
import { AppError } from '../errors.ts'
import { StartError } from '../start-error.ts'
import { type ByteRange, type ImageStore, keysOf, pathOf, type StoredFile, typeOf } from './store.ts'

const CONNECT_MS = 2000
const ANSWER_MS = 10_000

const ATTEMPTS = 2

const RETRY_AFTER = 5

const load = () => import('@aws-sdk/client-s3')

export class ObjectStore implements ImageStore {
  readonly #config: ObjectStoreConfig
  #client: Promise<S3Client> | undefined

  constructor(config: ObjectStoreConfig) {
    this.#config = config
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    const { PutObjectCommand } = await load()
    const object = { ...this.#object(name), Body: content, ContentType: typeOf(name) }
    await this.#run((client) => client.send(new PutObjectCommand(object)))
  }

  async open(name: string): Promise<StoredFile | null> {
    const { HeadObjectCommand } = await load()
    const found = await this.#run((client) => client.send(new HeadObjectCommand(this.#object(name))))
    if (!found) return null
    return {
      type: typeOf(name),
      size: found.ContentLength ?? 0,
      modified: found.LastModified ?? new Date(0),
      bytes: async () => buffer(this.#read(name)),
      stream: (range) => Readable.from(this.#read(name, range)),
    }
  }

  async remove(key: string): Promise<void> {
    const { DeleteObjectCommand } = await load()
    // One by one, because some stores lack the command for several.
    for (const name of fileNames(key)) {
      await this.#run((client) => client.send(new DeleteObjectCommand(this.#object(name))))
    }
  }

  async *keys(): AsyncGenerator<string[]> {
    const { ListObjectsV2Command } = await load()
    const { bucket, prefix } = this.#config
    for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
      const page = { Bucket: bucket, Prefix: prefix, ContinuationToken: next }
      const found = await this.#run((client) => client.send(new ListObjectsV2Command(page)))
      yield keysOf((found?.Contents ?? []).map(({ Key = '' }) => path.posix.basename(Key)))
      next = found?.NextContinuationToken
    }
  }

  /**
   * Stores, reads and deletes a test file.
   * @throws {StartError} saying what is wrong with the store or the credentials
   */
  async check(): Promise<void> {
    const { endpoint, bucket } = this.#config
    const { PutObjectCommand, GetObjectCommand, HeadObjectCommand, DeleteObjectCommand } = await load()
    // Unique, because instances that start together would delete each other's.
    const object = this.#object(`.check-${randomUUID()}`)
    try {
      const client = await this.#connect()
      await client.send(new PutObjectCommand({ ...object, Body: 'check' }))
      await (await client.send(new GetObjectCommand(object))).Body?.transformToByteArray()
      await client.send(new DeleteObjectCommand(object))
      const after = await client.send(new HeadObjectCommand(object)).then(() => 200, statusOf)
      if (after !== 404) throw new Error('the access key may not list the bucket (s3:ListBucket)')
    } catch (error) {
      throw new StartError(`IMAGES_URL cannot be used, bucket ${bucket} at ${endpoint}: ${reasonOf(error)}.`)
    }
  }

  close(): void {
    this.#client?.then((client) => client.destroy()).catch(() => {})
  }

  async *#read(name: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const { GetObjectCommand } = await load()
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const found = await this.#run((client) => client.send(new GetObjectCommand({ ...this.#object(name), ...part })))
    yield* (found?.Body ?? []) as AsyncIterable<Buffer>
  }

  /** null without such a file. @throws {AppError} UNAVAILABLE when the store is away or refuses */
  async #run<T>(work: (client: S3Client) => Promise<T>): Promise<T | null> {
    try {
      return await work(await this.#connect())
    } catch (error) {
      if (statusOf(error) === 404) return null
      const away = new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
      const { bucket, endpoint } = this.#config
      away.cause = new Error(`The bucket ${bucket} at ${endpoint} (of IMAGES_URL) does not answer: ${reasonOf(error)}`)
      throw away
    }
  }

  #connect(): Promise<S3Client> {
    this.#client ??= this.#open()
    return this.#client
  }

  async #open(): Promise<S3Client> {
    const { endpoint, region, credentials } = this.#config
    const { S3Client } = await load()
    return new S3Client({
      endpoint,
      region,
      ...(credentials && { credentials }),
      forcePathStyle: true,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
      // Some stores lack the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  #object(name: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#config
    return { Bucket: bucket, Key: `${prefix}${pathOf(name)}` }
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  AccessDenied: 'the access key may not write, read or delete there',
  CredentialsProviderError: 'no access key is set, neither in IMAGES_URL nor in AWS_ACCESS_KEY_ID',
}

/** OpenSSL's message for an answer without TLS. */
const NO_TLS = /^write EPROTO .*(?:wrong version number|packet length too long)/

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (NO_TLS.test(message)) return 'it does not speak TLS: use s3+http:// if that is meant'
  return REASONS[name] ?? (code ? `${code} ${message}` : message).trim().replace(/\.$/, '')
}
