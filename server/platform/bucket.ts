import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ListObjectsV2Output, S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from './config/storage-config.ts'

const CONNECT_MS = 2000

/** Milliseconds to wait for an answer, and how often a request is sent at most. */
export type RetryPolicy = Readonly<{ answerMs: number; attempts: number }>

export type ListedObject = Readonly<{ name: string; modified: Date }>

export type ObjectByteRange = Readonly<{ start: number; end: number }>

/** Size of a part of a streamed upload: S3 allows 10,000 parts, so up to 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Time for the store's answer in an upload: a part may take long over a slow line, and a store takes long to join a
 * large file.
 */
const PART_ANSWER_MS = 120_000

/**
 * Milliseconds that a running part gets to end after an abort: a cancelled part may be stored after the upload was
 * given up.
 */
const LAST_PART_MS = 3000

/** Most bytes of an answer that is no object. A page of a list has a thousand names of a kilobyte at most. */
const ANSWER_BYTES = 16 * 1024 * 1024

/** Most pages of a list that are read: a hostile store could send pages without end. */
const LIST_PAGES = 100_000

/** Pages and characters of the names in one folder, which are kept in memory: many times those of a large site. */
const FOLDER_PAGES = 300
const FOLDER_CHARACTERS = 8 * 1024 * 1024

const load = () => import('@aws-sdk/client-s3')

/** Objects of an S3-compatible store below the prefix of its URL. Errors are those of the AWS client. */
export class Bucket {
  readonly config: BucketConfig
  readonly #patience: RetryPolicy
  #client: Promise<S3Client> | undefined

  constructor(config: BucketConfig, patience: RetryPolicy) {
    this.config = config
    this.#patience = patience
  }

  async put(name: string, content: Uint8Array | string, type?: string): Promise<void> {
    const { PutObjectCommand } = await load()
    const object = { ...this.#object(name), Body: content, ...(type && { ContentType: type }) }
    await (await this.#connect()).send(new PutObjectCommand(object))
  }

  /**
   * Uploads the content in parts as it arrives, one after the other; after a failure or an abort the store keeps no
   * part.
   */
  async upload(name: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    const sdk = await load()
    const client = await this.#connect()
    const object = this.#object(name)
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object))
    const upload = { ...object, UploadId }
    const options = { requestTimeout: PART_ANSWER_MS, ...(signal && { abortSignal: later(signal) }) }
    try {
      const parts: { PartNumber: number; ETag: string | undefined }[] = []
      for await (const Body of partsOf(content)) {
        signal?.throwIfAborted()
        const PartNumber = parts.length + 1
        const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body })
        const { ETag } = await client.send(part, options)
        parts.push({ PartNumber, ETag })
      }
      signal?.throwIfAborted()
      const whole = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
      await client.send(whole, options)
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  /** null without such an object. */
  async head(name: string): Promise<{ size: number; modified: Date } | null> {
    const { HeadObjectCommand } = await load()
    const client = await this.#connect()
    const found = await client.send(new HeadObjectCommand(this.#object(name))).catch((error: unknown) => {
      if (httpStatusOf(error) === 404) return null
      throw error
    })
    return found && { size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) }
  }

  async *read(name: string, range?: ObjectByteRange): AsyncGenerator<Buffer> {
    const { GetObjectCommand } = await load()
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await (await this.#connect()).send(new GetObjectCommand({ ...this.#object(name), ...part }))
    yield* (Body ?? []) as AsyncIterable<Buffer>
  }

  async remove(name: string): Promise<void> {
    const { DeleteObjectCommand } = await load()
    await (await this.#connect()).send(new DeleteObjectCommand(this.#object(name)))
  }

  /** Objects whose names begin with `start`, a page at a time. */
  async *list(start = ''): AsyncGenerator<ListedObject[]> {
    const { prefix } = this.config
    for await (const { Contents = [] } of this.#pages(`${prefix}${start}`, LIST_PAGES))
      yield Contents.map(({ Key = '', LastModified = new Date() }) => ({
        name: Key.slice(prefix.length),
        modified: LastModified,
      }))
  }

  /**
   * Lists objects and folders directly in `folder`, which ends in a slash or is empty; names of folders end in a slash.
   */
  async listFolder(folder: string): Promise<ListedObject[]> {
    const start = `${this.config.prefix}${folder}`
    const all: ListedObject[] = []
    let left = FOLDER_CHARACTERS
    const add = (name: string, modified: Date) => {
      all.push({ name: name.slice(start.length), modified })
      left -= name.length
    }
    for await (const { CommonPrefixes = [], Contents = [] } of this.#pages(start, FOLDER_PAGES, '/')) {
      for (const { Prefix = '' } of CommonPrefixes) add(Prefix, new Date(0))
      for (const { Key = '', LastModified = new Date() } of Contents) add(Key, LastModified)
      if (left < 0) throw new Error(TOO_MANY)
    }
    return all
  }

  async *#pages(Prefix: string, most: number, Delimiter?: string): AsyncGenerator<ListObjectsV2Output> {
    const { ListObjectsV2Command } = await load()
    const client = await this.#connect()
    let next: string | undefined
    for (let count = 0; count < most; count++) {
      const page = { Bucket: this.config.bucket, Prefix, Delimiter, ContinuationToken: next }
      const found = await client.send(new ListObjectsV2Command(page))
      yield found
      next = found.NextContinuationToken
      if (!next) return
    }
    throw new Error(TOO_MANY)
  }

  /** Removes parts of uploads that began before `time`, whose process has ended; some stores cannot list these. */
  async abortUploads(time: Date): Promise<void> {
    const { ListMultipartUploadsCommand, AbortMultipartUploadCommand } = await load()
    const { bucket, prefix } = this.config
    const client = await this.#connect()
    const query = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix })
    const found = await client.send(query).catch((error: unknown) => {
      if (httpStatusOf(error) === 501) return null
      throw error
    })
    for (const { Key, UploadId, Initiated } of found?.Uploads ?? []) {
      if (!Initiated || Initiated >= time) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
  }

  /** Stores, reads and deletes an object. */
  async check(): Promise<void> {
    // Unique, because instances that start together would delete each other's.
    const name = `.check-${randomUUID()}`
    await this.put(name, 'check')
    await buffer(this.read(name))
    await this.remove(name)
    const after = await this.head(name).then((found) => (found ? 200 : 404), httpStatusOf)
    if (after !== 404) throw new Error('the access key may not list the bucket (s3:ListBucket)')
  }

  close(): void {
    this.#client?.then((client) => client.destroy()).catch(() => {})
  }

  #connect(): Promise<S3Client> {
    this.#client ??= this.#open()
    return this.#client
  }

  async #open(): Promise<S3Client> {
    const { endpoint, region, credentials } = this.config
    const { answerMs, attempts } = this.#patience
    const { S3Client } = await load()
    const client = new S3Client({
      endpoint,
      region,
      ...(credentials && { credentials }),
      forcePathStyle: true,
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: answerMs, throwOnRequestTimeout: true },
      // Some stores lack the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    // Runs before the client parses an answer, because the client would read one without an end for ever.
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args)
          const response = result.response as { body?: unknown; statusCode?: number }
          const isObject = commandName === 'GetObjectCommand' && Number(response.statusCode) < 300
          if (!isObject && response.body instanceof Readable) response.body = Readable.from(bounded(response.body))
          return result
        },
      { step: 'deserialize', priority: 'low' },
    )
    return client
  }

  #object(name: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.config
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }
}

const TOO_MANY = 'it lists more than a site ever has there'

async function* bounded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = ANSWER_BYTES
  for await (const chunk of content) {
    left -= chunk.length
    if (left < 0) throw new Error(`it answers with more than ${ANSWER_BYTES / 1024 ** 2} MB`)
    yield chunk
  }
}

/** Splits the content into parts, all but the last of the same size; at least one. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    const all = Buffer.concat(chunks)
    yield all.subarray(0, PART_BYTES)
    count++
    chunks = [all.subarray(PART_BYTES)]
    size = all.length - PART_BYTES
  }
  if (size > 0 || count === 0) yield Buffer.concat(chunks)
}

function later(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => void setTimeout(() => controller.abort(), LAST_PART_MS).unref()
  signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

/** HTTP status of a store's refusal. */
export function httpStatusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such file',
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  AccessDenied: 'the access key may not write, read or delete there',
}

/** OpenSSL's message for an answer without TLS. */
const NO_TLS = /^write EPROTO .*(?:wrong version number|packet length too long)/

/** Why a store refused or did not answer, in words. @param setting name of the variable with its URL */
export function reasonOf(error: unknown, setting: string): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'CredentialsProviderError') return `no access key is set, neither in ${setting} nor in AWS_ACCESS_KEY_ID`
  if (NO_TLS.test(message)) return 'it does not speak TLS: use s3+http:// if that is meant'
  return REASONS[name] ?? (code ? `${code} ${message}` : message).trim().replace(/\.$/, '')
}
