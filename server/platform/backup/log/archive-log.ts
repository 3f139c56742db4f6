import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { openClient } from '../../database/connect.ts'
import {
  archivesLog,
  listSpool,
  removeFromSpool,
  SPOOL_BYTES,
  type SpooledSegment,
  spoolFolder,
  spoolSize,
} from '../../database/embedded/log-spool.ts'
import { createFile } from '../../lasting-file.ts'
import { asStartError } from '../../start-error.ts'
import { openBackupPlaces } from '../backup-file.ts'
import type { BackupPlace } from '../place.ts'
import { FailureLog, runEvery } from '../repeat.ts'
import { LogDestination, NOT_ARCHIVED_MESSAGE } from './log-destination.ts'
import { parseLogPosition, segmentEnd } from './segments.ts'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  log: FastifyBaseLogger
  /** Another time than `LOOK_MS`. */
  lookMs?: number
}>

/** Milliseconds between two looks into the spool. */
export const LOOK_MS = 15_000
/** Milliseconds without a new segment after which one is archived all the same, which shows that the archive works. */
const QUIET_MS = 1_800_000

export type LogArchive = Readonly<{
  /** Seconds since the newest segment of the place that is farthest behind, or since the start of the site. */
  age(): number
  /** Bytes in the spool that some place still lacks. */
  waiting(): Promise<number>
  /** Begins to archive. Returns a function to stop. */
  start(): () => Promise<void>
}>

/**
 * Opens the archive of the embedded database's write-ahead log, which is kept in the places of backups; null if none is
 * kept.
 */
export function openLogArchive(options: Options): LogArchive | null {
  const { config } = options
  if (config.databaseUrl !== null || !archivesLog(config.backup)) return null
  const destinations = openBackupPlaces(config).map((place) => new LogDestination(place, options))
  const openedAt = Date.now()
  return {
    waiting: () => spoolSize(spoolFolder(config.dataDir)),
    age: () => (Date.now() - Math.min(...destinations.map(({ newest }) => newest ?? openedAt))) / 1000,
    start: () => run(destinations, options),
  }
}

function run(destinations: readonly LogDestination[], options: Options): () => Promise<void> {
  const { config, lookMs = LOOK_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const spool = new SpoolWork(destinations, options)
  let id: Promise<string | null> | undefined
  const open = () => {
    id ??= chooseId(
      options,
      destinations.map(({ place }) => place),
    ).catch((error) => {
      id = undefined
      throw error
    })
    return id
  }
  const failures = new FailureLog(options.log, {}, NOT_ARCHIVED_MESSAGE)
  const ship = async () => {
    const known = await asStartError(`The log of the database in ${config.dataDir} cannot be archived`, open())
    if (known !== null && !signal.aborted) await spool.ship(known)
  }
  const makeBases = async () => {
    const known = await open()
    for (const destination of destinations)
      if (known !== null && !signal.aborted) await destination.makeBaseIfDue(known, () => spool.ship(known), signal)
  }
  // Two loops, because a base backup takes long, and segments are shipped meanwhile.
  const loops = [ship, makeBases].map((work) => runEvery(() => work().catch((error) => failures.failed(error)), lookMs))
  return async () => {
    stopping.abort()
    await Promise.all(loops.map((stop) => stop()))
    for (const { place } of destinations) place.close()
  }
}

/** Ships the segments of the spool to all places, and removes from the spool those that all places have. */
class SpoolWork {
  readonly #destinations: readonly LogDestination[]
  readonly #options: Options
  #running: Promise<void> = Promise.resolve()
  #quietSince = Date.now()

  constructor(destinations: readonly LogDestination[], options: Options) {
    this.#destinations = destinations
    this.#options = options
  }

  /** Calls run one after another. */
  ship(id: string): Promise<void> {
    this.#running = this.#running.catch(() => {}).then(() => this.#ship(id))
    return this.#running
  }

  async #ship(id: string): Promise<void> {
    const { config, databaseUrl } = this.#options
    const spooled = await listSpool(spoolFolder(config.dataDir))
    if (spooled.length > 0) this.#quietSince = Date.now()
    await Promise.all(this.#destinations.map((destination) => destination.ship(id, spooled)))
    const left: SpooledSegment[] = []
    for (const segment of spooled) {
      if (this.#destinations.every((destination) => destination.has(segment.name))) await removeFromSpool(segment)
      else left.push(segment)
    }
    await this.#makeRoom(left, SPOOL_BYTES / 2)
    if (Date.now() - this.#quietSince < QUIET_MS) return
    this.#quietSince = Date.now()
    await switchSegment(databaseUrl)
  }

  /**
   * Removes the oldest segments that at least one place has, so that `most` bytes stay. A place that cannot be reached
   * for long gets a gap, so that the others get none.
   */
  async #makeRoom(spooled: readonly SpooledSegment[], most: number): Promise<void> {
    let bytes = spooled.reduce((sum, segment) => sum + segment.bytes, 0)
    for (const segment of spooled) {
      if (bytes <= most) return
      if (!this.#destinations.some((destination) => destination.has(segment.name))) continue
      await removeFromSpool(segment)
      bytes -= segment.bytes
    }
  }
}

async function switchSegment(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (query) => {
    // PostgreSQL does not switch when nothing was written since the last switch, so this writes a message.
    await query(`select pg_logical_emit_message(false, 'matnanum', '')`)
    await query('select pg_switch_wal()')
  })
}

type Query = <Row extends object>(text: string) => Promise<Row[]>

async function withClient<T>(connectionString: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = openClient({ connectionString, application_name: 'matnanum log' })
  try {
    await client.connect()
    return await work(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows)
  } finally {
    await client.end().catch(() => {})
  }
}

type Server = { archives: boolean; position: string; timeline: string }

/**
 * Id of the data folder in the archive; null if its PostgreSQL was started without archiving. If the archive is ahead
 * of the database, the folder is a copy or was put back to a former state, and gets a new id.
 */
async function chooseId({ config, databaseUrl, log }: Options, places: readonly BackupPlace[]): Promise<string | null> {
  const [server] = await withClient(databaseUrl, (query) =>
    query<Server>(`select current_setting('archive_mode') = 'on' as archives,
      pg_current_wal_insert_lsn()::text as position,
      lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') as timeline`),
  )
  if (!server?.archives) {
    log.warn('the log of the database is archived from the next stop and start of the site on')
    return null
  }
  const file = path.join(config.dataDir, 'log-archive.id')
  const noted = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (/^[0-9a-f]{12}$/.test(noted) && !(await isAhead(places, noted, server))) return noted
  await rm(file, { force: true })
  const id = randomBytes(6).toString('hex')
  await createFile(file, `${id}\n`)
  return id
}

async function isAhead(places: readonly BackupPlace[], id: string, server: Server): Promise<boolean> {
  const newest = await Promise.all(places.map((place) => LogDestination.newestName(place, id).catch(() => null)))
  return newest.some(
    (name) =>
      name !== null && (!name.startsWith(server.timeline) || segmentEnd(name) > parseLogPosition(server.position)),
  )
}
