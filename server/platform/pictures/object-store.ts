import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pictureFileNames } from '#rules/images.ts'
import { Bucket, httpStatusOf, type ObjectByteRange, reasonOf } from '../bucket.ts'
import type { BucketConfig } from '../config/storage-config.ts'
import { AppError } from '../errors.ts'
import { StartError } from '../start-error.ts'
import { type ImageStore, imageKeysOf, imageTypeOf, pathInStore, type StoredFile } from './store.ts'

/** Fewer attempts than for backups, because visitors wait for pictures. */
const PATIENCE = { answerMs: 10_000, attempts: 2 }

const RETRY_AFTER = 5

const SETTING = 'IMAGES_URL'

export class ObjectStore implements ImageStore {
  readonly #bucket: Bucket

  constructor(config: BucketConfig) {
    this.#bucket = new Bucket(config, PATIENCE)
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    await this.#run((bucket) => bucket.put(pathInStore(name), content, imageTypeOf(name)))
  }

  async open(name: string): Promise<StoredFile | null> {
    const found = await this.#run((bucket) => bucket.head(pathInStore(name)))
    if (!found) return null
    return {
      type: imageTypeOf(name),
      ...found,
      bytes: async () => buffer(this.#read(name)),
      stream: (range) => Readable.from(this.#read(name, range)),
    }
  }

  async remove(key: string): Promise<void> {
    // One by one, because some stores lack the command for several.
    for (const name of pictureFileNames(key)) await this.#run((bucket) => bucket.remove(pathInStore(name)))
  }

  async *keys(): AsyncGenerator<string[]> {
    const pages = this.#bucket.list()
    for (;;) {
      const page = await this.#run(() => pages.next())
      if (!page || page.done) return
      yield imageKeysOf(page.value.map(({ name }) => path.posix.basename(name)))
    }
  }

  /**
   * Stores, reads and deletes a test file.
   * @throws {StartError} saying what is wrong with the store or the credentials
   */
  async check(): Promise<void> {
    const { endpoint, bucket } = this.#bucket.config
    try {
      await this.#bucket.check()
    } catch (error) {
      throw new StartError(`${SETTING} cannot be used, bucket ${bucket} at ${endpoint}: ${reasonOf(error, SETTING)}.`)
    }
  }

  close(): void {
    this.#bucket.close()
  }

  async *#read(name: string, range?: ObjectByteRange): AsyncGenerator<Buffer> {
    const chunks = this.#bucket.read(pathInStore(name), range)
    const first = await this.#run(() => chunks.next())
    if (!first || first.done) return
    yield first.value
    yield* chunks
  }

  /** null without such a file. @throws {AppError} UNAVAILABLE when the store is away or refuses */
  async #run<T>(work: (bucket: Bucket) => Promise<T>): Promise<T | null> {
    try {
      return await work(this.#bucket)
    } catch (error) {
      if (httpStatusOf(error) === 404) return null
      const away = new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
      const { bucket, endpoint } = this.#bucket.config
      const reason = reasonOf(error, SETTING)
      away.cause = new Error(`The bucket ${bucket} at ${endpoint} (of ${SETTING}) does not answer: ${reason}`)
      throw away
    }
  }
}
