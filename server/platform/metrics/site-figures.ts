import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { LogArchive } from '../backup/log/archive-log.ts'
import type { BackupAges } from '../backup/watch-ages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { Product } from '../product.ts'

/** Milliseconds for which figures are reused, because anyone on the machine may ask. */
const CACHE_MS = 10_000

type Figures = Readonly<{
  tables: readonly { name: string; bytes: number; rows: number; dead: number }[]
  jobs: readonly { task: string; waiting: number; failed: number; oldest: number }[]
  mails: number
  oldestMail: number
  mailStops: number
  rowsLeft: number
}>

export type FiguresOptions = Readonly<{
  dataDir: string
  /** null if the site makes no backups. */
  backupAges: (() => Promise<BackupAges | null>) | null
  /** Seconds from one backup to the next, and from one check to the next. */
  backup: Pick<Config['backup'], 'every' | 'checkEvery'>
  /** null if the log of the database is not archived. */
  logArchive: Pick<LogArchive, 'age' | 'waiting'> | null
}> &
  Pick<Product, 'backfill' | 'mailStops'>

export function addSiteFigures(
  registry: Registry,
  db: Database,
  { dataDir, backupAges, backup, logArchive, ...product }: FiguresOptions,
): void {
  const registers = [registry]
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  const collect = () => {
    if (performance.now() - readAt < CACHE_MS) return reading
    readAt = performance.now()
    reading = read()
    return reading
  }
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `matnanum_${name}`, help, labelNames, registers, collect, aggregator: 'max' })

  const up = gauge('database_up', 'Whether the database answers')
  const bytes = gauge('table_bytes', 'Size of a table with its indexes', ['table'])
  const rows = gauge('table_rows', 'Rows of a table, as PostgreSQL estimates them', ['table'])
  const dead = gauge('table_dead_rows', 'Rows of a table that wait for vacuum, as PostgreSQL estimates them', ['table'])
  const jobs = gauge('jobs_waiting', 'Jobs that are to run, by task', ['task'])
  const failed = gauge('jobs_failed', 'Jobs that failed for good, by task', ['task'])
  const oldest = gauge('job_oldest_seconds', 'For how long the oldest job of a task has been due', ['task'])
  const mails = gauge('mails_waiting', 'Mails that are to be sent')
  const oldestMail = gauge('mail_oldest_seconds', 'Age of the oldest mail that is to be sent')
  const stops = gauge('mail_stopped_accounts', 'Accounts to which no mail is sent because some came back')
  const rowsLeft = gauge('backfill_rows_left', product.backfill.help)
  const free = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR')
  const size = gauge('disk_bytes', 'Size of the disk of DATA_DIR')

  const backupAge = gauge(
    'backup_age_seconds',
    'Age of the newest backup in BACKUP_DIR and at BACKUP_URL, the higher one; decades if there is none',
  )
  const checkAge = gauge(
    'backup_check_age_seconds',
    'Since when no backup was restored on trial, or the age of the first one; decades if there is none',
  )
  const backupEvery = gauge('backup_every_seconds', 'BACKUP_EVERY, the time from one backup to the next')
  const checkEvery = gauge('backup_check_every_seconds', 'BACKUP_CHECK_EVERY, the time from one trial to the next')
  // Without trials no age is told, because 0 would mean a trial just now.
  if (backup.checkEvery === null) for (const each of [checkAge, checkEvery]) each.remove()
  const archivedAge = gauge(
    'log_archive_age_seconds',
    'Age of the newest archived log of the embedded database, the higher one of BACKUP_DIR and BACKUP_URL',
  )

  const waiting = gauge(
    'log_spool_bytes',
    'Log of the embedded database that waits for its places; at 1 GB more is dropped',
  )

  async function read(): Promise<void> {
    // Workers send their figures as JSON, in which infinity becomes null, and then 0.
    const ages = await backupAges?.()
    if (ages) {
      backupAge.set(Math.min(ages.backup, Date.now() / 1000))
      backupEvery.set(backup.every)
    }
    if (typeof ages?.check === 'number' && backup.checkEvery !== null) {
      checkAge.set(Math.min(ages.check, Date.now() / 1000))
      checkEvery.set(backup.checkEvery)
    }
    if (logArchive) {
      archivedAge.set(logArchive.age())
      waiting.set(await logArchive.waiting())
    }
    const disk = await statfs(dataDir)
    free.set(disk.bavail * disk.bsize)
    size.set(disk.blocks * disk.bsize)
    for (const each of [bytes, rows, dead, jobs, failed, oldest]) each.reset()
    const figures = await loadFigures(db, product).catch(() => null)
    up.set(figures === null ? 0 : 1)
    if (figures === null) return
    for (const { name: table, ...of } of figures.tables) {
      bytes.set({ table }, of.bytes)
      rows.set({ table }, of.rows)
      dead.set({ table }, of.dead)
    }
    for (const { task, ...of } of figures.jobs) {
      jobs.set({ task }, of.waiting)
      failed.set({ task }, of.failed)
      oldest.set({ task }, of.oldest)
    }
    mails.set(figures.mails)
    oldestMail.set(figures.oldestMail)
    stops.set(figures.mailStops)
    rowsLeft.set(figures.rowsLeft)
  }
}

async function loadFigures(
  db: Database,
  { backfill: { left }, mailStops }: Pick<FiguresOptions, 'backfill' | 'mailStops'>,
): Promise<Figures> {
  const tables = await sql<Figures['tables'][number]>`
    select relname as name, pg_total_relation_size(relid) as bytes, n_live_tup as rows, n_dead_tup as dead
    from pg_stat_user_tables where schemaname = 'public'`.execute(db)
  const jobs = await sql<Figures['jobs'][number]>`
    select task_identifier as task, count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as failed,
      coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where attempts < max_attempts))), 0)::float8
        as oldest
    from graphile_worker.jobs group by 1`.execute(db)
  const others = await sql<Pick<Figures, 'mails' | 'oldestMail' | 'rowsLeft' | 'mailStops'>>`
    select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestMail",
      ${left} as "rowsLeft", ${mailStops} as "mailStops"
    from mails`.execute(db)
  const [other = { mails: 0, oldestMail: 0, rowsLeft: 0, mailStops: 0 }] = others.rows
  return { tables: tables.rows, jobs: jobs.rows, ...other }
}
