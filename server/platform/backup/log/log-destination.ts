import { readFile, rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, HOUR_MS } from '#rules/dates.ts'
import type { Config } from '../../config.ts'
import type { SpooledSegment } from '../../database/embedded/log-spool.ts'
import { asStartError, StartError } from '../../start-error.ts'
import { SharedKey } from '../encryption.ts'
import { isNamedEncrypted, listBackups } from '../list-backups.ts'
import type { BackupPlace } from '../place.ts'
import { FailureLog } from '../repeat.ts'
import { ANOTHER_BASE_MESSAGE, makeBaseBackup } from './base-backup.ts'
import { keepNewPictures } from './log-pictures.ts'
import { putSegment, readHistories, readHistory, recordBaseBackup } from './log-place.ts'
import { type BaseBackup, hasGap, type LogHistory, nextSegmentName, type Segment } from './segments.ts'
import { findUnneeded, removeUnneeded } from './thin-log.ts'

type Options = Readonly<{ config: Config; databaseUrl: string; log: FastifyBaseLogger }>

/**
 * Least time between two bases. After a gap one is made at once, but not more often, because each copies the whole
 * database.
 */
const GAP_MS = HOUR_MS

/** Longest time between two bases, after which an unnoticed gap is closed too. */
const BASE_MS = DAY_MS

/** Pauses after a failure to ship segments, and to make a base. */
const [RETRY_MS, BASE_RETRY_MS] = [60_000, 600_000]

/** Log message of a failure, and of the success after it. */
export const NOT_ARCHIVED_MESSAGE = 'the log of the database is not archived; tried again until it is'
const ARCHIVED_AGAIN = 'the log of the database is archived again'

/** The archive of the log in one place. */
export class LogDestination {
  readonly place: BackupPlace
  readonly #options: Options
  #segments: Map<string, Segment> | undefined
  #bases: BaseBackup[] = []
  #notBefore = 0
  #baseNotBefore = 0
  readonly #failures: Readonly<Record<'segments' | 'pictures' | 'base', FailureLog>>

  constructor(place: BackupPlace, options: Options) {
    this.place = place
    this.#options = options
    const failures = () => new FailureLog(options.log, { place: place.addressOf('') }, NOT_ARCHIVED_MESSAGE)
    this.#failures = { segments: failures(), pictures: failures(), base: failures() }
  }

  static async newestName(place: BackupPlace, id: string): Promise<string | null> {
    return (await readHistory(place, id)).segments.at(-1)?.name ?? null
  }

  /** Time of the newest segment, as far as known. */
  get newest(): number | undefined {
    return [...(this.#segments?.values() ?? [])].at(-1)?.closedAt.getTime()
  }

  has(name: string): boolean {
    return this.#segments?.has(name) ?? false
  }

  /** Ships the segments that the place lacks. A failure is logged, and tried again after a pause. */
  async ship(id: string, spooled: readonly SpooledSegment[]): Promise<void> {
    if (Date.now() < this.#notBefore) return
    try {
      await this.#run(this.#ship(id, spooled))
      this.#failures.segments.succeeded(ARCHIVED_AGAIN)
    } catch (error) {
      this.#notBefore = Date.now() + RETRY_MS
      this.#failures.segments.failed(error as Error)
    }
  }

  async #ship(id: string, spooled: readonly SpooledSegment[]): Promise<void> {
    const segments = await this.#open(id)
    const missing = spooled.filter(({ name }) => !segments.has(name))
    if (missing.length === 0) return
    const key = await this.#key()
    // Pictures go before the segments, whose rows refer to them. The next backup copies those that fail here.
    await this.#keepPictures(key).catch((error) => this.#failures.pictures.failed(error))
    for (const { name, file, closedAt } of missing) {
      const bytes = await readFile(file).catch(ifGone)
      // The former process, which is about to end, has shipped the segment and removed it from the spool.
      if (bytes === null) return this.#forget()
      const put = await putSegment(this.place, id, { name, closedAt, bytes }, key)
      if (put !== null) segments.set(name, put)
      else await this.#drop(name, file)
    }
  }

  /** Drops a damaged segment, because those after it would wait for ever; the next base closes the gap. */
  async #drop(name: string, file: string): Promise<void> {
    this.#options.log.warn({ file }, `the segment ${name} of the log is damaged, so it is dropped`)
    await rm(file, { force: true })
  }

  async #keepPictures(key: SharedKey | null): Promise<void> {
    const { place, newest } = this
    const { config, databaseUrl } = this.#options
    const since = newest ?? (await listBackups(place)).at(-1)?.madeAt.getTime() ?? 0
    await keepNewPictures({ config, databaseUrl, place, key, since })
  }

  /** Makes a base backup if the last one is a day old, or if segments after it are missing. */
  async makeBaseIfDue(id: string, shipAll: () => Promise<void>, signal: AbortSignal): Promise<void> {
    if (Date.now() < this.#baseNotBefore) return
    try {
      await this.#run(this.#makeBaseIfDue(id, shipAll, signal))
      this.#failures.base.succeeded(ARCHIVED_AGAIN)
    } catch (error) {
      this.#forget()
      if ((error as Error).message === ANOTHER_BASE_MESSAGE) return
      this.#baseNotBefore = Date.now() + BASE_RETRY_MS
      if (!signal.aborted) this.#failures.base.failed(error as Error)
    }
  }

  async #makeBaseIfDue(id: string, shipAll: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await this.#open(id)
    const newest = this.#bases.at(-1)
    const age = newest ? Date.now() - newest.startedAt.getTime() : Number.POSITIVE_INFINITY
    const { config, databaseUrl, log } = this.#options
    // A base and its segments are all encrypted, or none is.
    const leadsOn = newest !== undefined && isNamedEncrypted(newest.file) === (config.backup.passphrase !== null)
    if (age < GAP_MS || (age < BASE_MS && leadsOn && !hasGap(this.#history(id)))) return
    const { place } = this
    await place.prepare()
    // Encryption was turned on or off, so former copies of pictures do not count any more.
    if (newest !== undefined && !leadsOn)
      await keepNewPictures({ config, databaseUrl, place, key: await this.#key(), since: 0 })
    const shipLog = async (start: string, stop: string) => {
      await shipAll()
      this.#forget()
      await this.#open(id)
      for (let name = start; name <= stop; name = nextSegmentName(name))
        if (!this.has(name))
          throw new StartError(`its log is not complete in ${place.addressOf('')}: ${name} is missing`)
    }
    const base = await makeBaseBackup({ config, databaseUrl, place, id, key: await this.#key(), shipLog, signal })
    this.#bases.push(await recordBaseBackup(place, id, base))
    await this.#thinOut(id)
    log.info({ file: place.addressOf(base.file) }, 'made a base backup, from which the log leads on')
  }

  async #thinOut(id: string): Promise<void> {
    const { logKeep } = this.#options.config.backup
    const keptFrom = new Date(Date.now() - (logKeep ?? 0) * 1000)
    const current = this.#history(id)
    for (const history of await readHistories(this.place))
      await removeUnneeded(this.place, findUnneeded(history, current, keptFrom))
    this.#forget()
    await this.#open(id)
  }

  /** Makes the next `#open` list the place again. */
  #forget(): void {
    this.#segments = undefined
  }

  #history(id: string): LogHistory {
    return { id, bases: this.#bases, segments: [...(this.#segments?.values() ?? [])] }
  }

  async #open(id: string): Promise<Map<string, Segment>> {
    if (this.#segments) return this.#segments
    const { bases, segments } = await readHistory(this.place, id)
    this.#bases = [...bases]
    this.#segments = new Map(segments.map((segment) => [segment.name, segment]))
    return this.#segments
  }

  async #key(): Promise<SharedKey | null> {
    const { backup, dataDir } = this.#options.config
    return backup.passphrase === null ? null : SharedKey.open(dataDir)
  }

  #run<T>(work: Promise<T>): Promise<T> {
    return asStartError(`${this.place.setting} ${this.place.addressOf('')} cannot be used`, work)
  }
}

function ifGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
