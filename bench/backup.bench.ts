import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { jpegFileName } from '#rules/images.ts'
import { listTables } from '#server/platform/backup/tables.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { prepareDataFolder } from '#server/platform/data-folder.ts'
import { connect, openClient } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { prepareDatabaseAndSecrets } from '#server/platform/database/prepare-database.ts'
import { migrateJobQueue } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { imageFolder, openImageStore } from '#server/platform/pictures/images.ts'
import { product } from '#server/product/product.ts'
import { startObjectStorage } from '#tests/object-storage.ts'
import { currentOptions } from '../scripts/bench/options.ts'
import { type Row, roundToThree, writeReport } from './report.ts'

/**
 * A backup of `--gigabytes` into an S3 store and back, encrypted, each by its command in a process with a heap of 256 MB.
 * Half of it is rows and half pictures, none of which compress below that size.
 */

const HEAP_MB = 256
const BACKUP_PASSPHRASE = 'four words that rhyme'
const [ROW_BYTES, PICTURE_BYTES] = [15_000, 500_000]
const ROWS_AT_ONCE = 200
const PEAK_MS = 100

const { gigabytes } = currentOptions()
const log = createLog('warn')
const folder = mkdtempSync(path.join(os.tmpdir(), 'matnanum-backup-bench-'))
const storage = await startObjectStorage({ allowMismatchedSignatures: true })
const [source, target] = ['site', 'restored'].map((name) =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: path.join(folder, name) }),
) as [Config, Config]
try {
  await withDatabase(source, fill)
  const before = await withDatabase(source, sumsOf)
  const address = `${storage.url()}/backup.tar.zst.age`
  const backup = await measure('backup', source, address)
  const bytes = await storage.size('backup.tar.zst.age')
  const restore = await measure('restore', target, address)
  const after = await withDatabase(target, sumsOf)
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('The restored site differs from the first one.')
  const { rows, pictures } = before
  writeReport(
    'backup',
    `A backup of ${roundToThree(bytes / 1e9)} GB through S3`,
    [backup, restore],
    [
      `The file in the store has ${bytes.toLocaleString('en')} bytes: ${rows.toLocaleString('en')} rows and ${pictures.toLocaleString('en')} pictures, encrypted with BACKUP_PASSPHRASE. After the restore the sums of all tables and of all pictures were those of before; a difference fails this bench.`,
      `A heap above ${HEAP_MB} MB (--max-old-space-size) would end the command. The largest resident size (VmHWM) also has buffers, zstd and Node itself; PostgreSQL is not in it. The store, s3rver, runs on the same disk, in another process. The backup is read back before it gets its name, and the restore reads it twice.`,
    ],
  )
} finally {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
}

async function withDatabase<T>(config: Config, work: (url: string, config: Config) => Promise<T>): Promise<T> {
  await prepareDataFolder(config.dataDir)
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log })
  return work(embedded.connectionString, config).finally(() => embedded.stop())
}

/** Makes a site with so many rows and pictures. */
async function fill(url: string, config: Config): Promise<void> {
  const { db } = connect(url, 1)
  await prepareDatabaseAndSecrets(db, config, product.sealed, { seconds: 0, log })
  await migrateJobQueue(url, log)
  const half = (gigabytes * 1e9) / 2
  const count = Math.ceil(half / ROW_BYTES)
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first) }, (_, index) => ({
      provider: 'kakao' as const,
      query: String(first + index),
      answer: JSON.stringify(randomBytes(ROW_BYTES).toString('base64')),
    }))
    await db.insertInto('place_lookups').values(rows).execute()
  }
  const store = openImageStore(config)
  for (let number = 0; number < half / PICTURE_BYTES; number++) {
    const key = String(number).padEnd(22, '-')
    await store.put(jpegFileName(key), randomBytes(PICTURE_BYTES))
    const picture = { bytes: PICTURE_BYTES, height: 1, key, placeholder: '', width: 1, claimed_at: new Date() }
    await db.insertInto('images').values(picture).execute()
  }
  store.close()
  await db.destroy()
}

/** Counts and sums of all rows and pictures, computed apart from those in the backup. */
async function sumsOf(url: string, config: Config) {
  const client = openClient({ connectionString: url })
  await client.connect()
  const tables = await sumsOfTables(client).finally(() => client.end())
  const images = imageFolder(config)
  const files = readdirSync(images, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .sort()
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(path.join(images, name)))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables, rows, pictures: files.length, files: hash.digest('hex') }
}

async function sumsOfTables(client: pg.Client): Promise<{ name: string; rows: number; sum: string }[]> {
  const sums: { name: string; rows: number; sum: string }[] = []
  for (const { name } of await listTables(client, 'kept')) {
    const { rows } = await client.query<{ rows: number; sum: string }>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`,
    )
    for (const row of rows) sums.push({ name, ...row })
  }
  return sums
}

/** Runs a command of `scripts/` with the small heap. @throws {Error} if it fails */
async function measure(name: 'backup' | 'restore', { dataDir }: Config, file: string): Promise<Row> {
  const since = performance.now()
  const args = [`--max-old-space-size=${HEAP_MB}`, path.resolve(`scripts/${name}.ts`), file]
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, BACKUP_PASSPHRASE }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, peakKilobytes(child.pid ?? 0))
  }, PEAK_MS)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}.`)
  return {
    command: `npm run ${name}`,
    'heap allowed, MB': HEAP_MB,
    'largest resident size, MB': Math.round(peak / 1024),
    seconds: Math.round((performance.now() - since) / 1000),
  }
}

function peakKilobytes(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
