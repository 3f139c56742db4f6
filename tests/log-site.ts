import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { jpegFileName } from '#rules/images.ts'
import { openLogArchive } from '#server/platform/backup/log/archive-log.ts'
import { restoreMoment } from '#server/platform/backup/log/restore-moment.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { listSpool, spoolFolder } from '#server/platform/database/embedded/log-spool.ts'
import { prepareDatabaseAndSecrets } from '#server/platform/database/prepare-database.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { migrateJobQueue } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openImageStore } from '#server/platform/pictures/images.ts'
import { product } from '#server/product/product.ts'
import { insertAccount } from './insert-account.ts'

const silent = createLog('silent')

type Line = { level: number; msg: string }

/** A data folder with an embedded database whose log is archived. */
export type LogSite = Readonly<{
  config: Config
  db: Database
  lines: Line[]
  /** Adds members. */
  write(...names: string[]): Promise<void>
  /** Adds a picture that a post shows. @returns its key */
  addPicture(content: string): Promise<string>
  /** Ends the segment, and waits until all places have it. */
  ship(): Promise<void>
  endSegment(): Promise<void>
  /** Names of segments that are in no place yet. */
  spooled(): Promise<string[]>
  /** Messages of its log so far. */
  said(): string[]
  /** @param makesBase whether a base backup is due, which is waited for */
  startArchive(makesBase?: boolean): Promise<void>
  stopArchive(): Promise<void>
  stop(): Promise<void>
}>

/** Makes sites with archives below a folder of their own, and restores them. */
export class LogSites {
  readonly folder: string
  readonly #template: string
  readonly #open: LogSite[] = []
  #number = 0

  private constructor(folder: string) {
    this.folder = folder
    this.#template = path.join(folder, 'template')
  }

  static async create(): Promise<LogSites> {
    const sites = new LogSites(await mkdtemp(path.join(tmpdir(), 'matnanum-log-')))
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: sites.#template })
    await withDatabase(config, async (db, url) => {
      await prepareDatabaseAndSecrets(db, config, product.sealed, { seconds: 0, log: silent })
      await migrateJobQueue(url, silent)
    })
    return sites
  }

  inFolder(...names: string[]): string {
    return path.join(this.folder, ...names)
  }

  /** Settings with a data folder, and a folder of backups unless others are given. */
  env(env: Record<string, string> = {}): Record<string, string> {
    const place: Record<string, string> =
      env.BACKUP_URL === undefined ? { BACKUP_DIR: this.inFolder(`backups-${++this.#number}`) } : {}
    return { NODE_ENV: 'test', ...place, ...env }
  }

  /** Settings as of `env`, and a site with them that archives its log. */
  async openArchived(given: Record<string, string> = {}): Promise<{ env: Record<string, string>; site: LogSite }> {
    const env = this.env(given)
    const site = await this.open(env)
    await site.startArchive()
    return { env, site }
  }

  async open(env: Record<string, string>, from = this.#template): Promise<LogSite> {
    const dataDir = this.inFolder(`site-${++this.#number}`)
    await cp(from, dataDir, { recursive: true })
    const site = await openSite(loadConfig({ ...env, DATA_DIR: dataDir }))
    this.#open.push(site)
    return site
  }

  /** Names of the members of a restored site, and its folder. */
  async restore(env: Record<string, string>, moment: Date | null = null) {
    const config = loadConfig({ ...env, DATA_DIR: this.inFolder(`restored-${++this.#number}`) })
    const restored = await restoreMoment({ config, moment, log: silent })
    let members: string[] = []
    await withDatabase(config, async (db) => {
      const rows = await db.selectFrom('accounts').select('username').orderBy('id').execute()
      members = rows.map(({ username }) => username ?? '')
    })
    return { ...restored, members, config }
  }

  async close(): Promise<void> {
    for (const site of this.#open) await site.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function withDatabase(config: Config, work: (db: Database, url: string) => Promise<void>): Promise<void> {
  const cleanup = new AsyncDisposableStack()
  try {
    const { databaseUrl, databaseWait, dataDir } = config
    const url = await startDatabase({ databaseUrl, databaseWait, dataDir }, silent, cleanup)
    const { db } = connect(url, 2)
    await work(db, url).finally(() => db.destroy())
  } finally {
    await cleanup.disposeAsync()
  }
}

async function openSite(config: Config): Promise<LogSite> {
  const cleanup = new AsyncDisposableStack()
  const databaseUrl = await startDatabase(config, silent, cleanup)
  const { db } = connect(databaseUrl, 2)
  cleanup.defer(() => db.destroy())
  const lines: Line[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  let archive: (() => Promise<void>) | undefined
  const stopArchive = async () => {
    await archive?.()
    archive = undefined
  }
  const endSegment = async () => void (await sql`select pg_switch_wal()`.execute(db))
  const spooled = async () => (await listSpool(spoolFolder(config.dataDir))).map(({ name }) => name)
  let isStopped = false
  return {
    config,
    db,
    lines,
    write: async (...names) => {
      for (const name of names) await insertAccount(db, name)
    },
    addPicture: async (content) => {
      const key = content.padEnd(22, '-')
      const store = openImageStore(config)
      await store.put(jpegFileName(key), Buffer.from(content))
      store.close()
      const picture = { bytes: content.length, height: 1, key, placeholder: '', width: 1, claimed_at: new Date() }
      await db.insertInto('images').values(picture).execute()
      return key
    },
    endSegment,
    spooled,
    ship: async () => {
      const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
      await endSegment()
      const name = rows[0]?.name ?? ''
      const archived = async () => {
        const { rows } = await sql<{ is: boolean }>`
          select coalesce(last_archived_wal >= ${name}, false) as is from pg_stat_archiver`.execute(db)
        return rows[0]?.is === true && (await spooled()).length === 0
      }
      await expect.poll(archived).toBe(true)
    },
    said: () => lines.map(({ msg }) => msg),
    startArchive: async (makesBase = true) => {
      const opened = openLogArchive({ config, databaseUrl, log, lookMs: 20 })
      archive = opened?.start()
      if (!makesBase) return
      await expect.poll(() => lines.map(({ msg }) => msg)).toContain('made a base backup, from which the log leads on')
    },
    stopArchive,
    stop: async () => {
      if (isStopped) return
      isStopped = true
      await stopArchive()
      await cleanup.disposeAsync()
    },
  }
}

/** A moment that is more than a second after earlier commits and before later ones. */
export async function waitForNextSecond(): Promise<Date> {
  await wait(1100)
  const now = new Date()
  await wait(1100)
  return now
}

/** Names of the files of all histories in a folder of backups, without those that are still written. */
export async function archivedFiles(backups: string): Promise<string[]> {
  const names = await readdir(path.join(backups, 'log'), { recursive: true })
  return names.filter((name) => /\.zst(?:\.age)?$/.test(name)).toSorted()
}
