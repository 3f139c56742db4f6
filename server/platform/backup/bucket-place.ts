import { Bucket, httpStatusOf, reasonOf } from '../bucket.ts'
import { type BucketConfig, bucketUrl } from '../config/storage-config.ts'
import { StartError } from '../start-error.ts'
import { isNamedBySite } from './list-backups.ts'
import { ABANDONED_MS, type BackupPlace, existsError, type NewFile } from './place.ts'

const PATIENCE = { answerMs: 10_000, attempts: 4 }

/**
 * Ending of an object beside a file which says that the file was read back unchanged. S3 could not rename the file
 * instead.
 */
const VERIFIED = '.verified'

/** A folder of an S3-compatible store. Every failure is a StartError that names the store. */
export class BucketPlace implements BackupPlace {
  readonly setting = 'BACKUP_URL'
  readonly readsCopies = false
  readonly #bucket: Bucket

  constructor(config: BucketConfig) {
    this.#bucket = new Bucket(config, PATIENCE)
  }

  addressOf(name: string): string {
    return `${bucketUrl(this.#bucket.config)}/${name}`
  }

  async prepare(): Promise<void> {
    const abandoned = new Date(Date.now() - ABANDONED_MS)
    await this.#run(() => this.#bucket.abortUploads(abandoned))
    const all = await this.#listed('')
    const names = new Set(all.map(({ name }) => name))
    for (const { name, modified } of all) {
      if (!isNamedBySite(name)) continue
      if (!names.has(`${name}${VERIFIED}`) && modified < abandoned) await this.remove(name)
    }
  }

  async names(): Promise<string[]> {
    const listed = await this.#listed('')
    const names = new Set(listed.map(({ name }) => name))
    const finished = listed.filter(({ name }) => names.has(`${name}${VERIFIED}`))
    return finished.toSorted((a, b) => b.modified.getTime() - a.modified.getTime()).map(({ name }) => name)
  }

  async listFolder(folder: string): Promise<string[]> {
    return (await this.#listed(folder === '' ? '' : `${folder}/`)).map(({ name }) => name)
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    try {
      yield* this.#bucket.read(name)
    } catch (error) {
      throw this.#explain(error, `${this.addressOf(name)} cannot be read`)
    }
  }

  async put(name: string, content: Uint8Array | string): Promise<void> {
    await this.#run(() => this.#bucket.put(name, content))
  }

  async create<T>(name: string, { content, verify, begin, signal }: NewFile<T>): Promise<T> {
    if (await this.#run(() => this.#bucket.head(name))) throw existsError(this.addressOf(name))
    await begin()
    try {
      await this.#bucket.upload(name, content(), signal)
      const verified = await verify(name)
      await this.put(`${name}${VERIFIED}`, new Date().toISOString())
      return verified
    } catch (error) {
      await this.remove(name).catch(() => {})
      throw httpStatusOf(error) === undefined ? error : this.#explain(error, `${this.addressOf(name)} was not written`)
    }
  }

  /** Removes the object `….verified` first, because a file without it is not listed. */
  async remove(name: string): Promise<void> {
    await this.#run(() => this.#bucket.remove(`${name}${VERIFIED}`))
    await this.#run(() => this.#bucket.remove(name))
  }

  async check(): Promise<void> {
    await this.#run(() => this.#bucket.check())
  }

  close(): void {
    this.#bucket.close()
  }

  #listed(folder: string) {
    return this.#run(() => this.#bucket.listFolder(folder))
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      throw this.#explain(error, `The backups at ${bucketUrl(this.#bucket.config)} (BACKUP_URL) cannot be used`)
    })
  }

  #explain(error: unknown, what: string): StartError {
    return error instanceof StartError ? error : new StartError(`${what}: ${reasonOf(error, 'BACKUP_URL')}.`)
  }
}
