import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#server/platform/context.ts'
import { NO_REPLICAS } from '#server/platform/database/replicas.ts'
import { Passwords } from '#server/platform/passwords/passwords.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { freshDatabase } from '#tests/database.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { type ImageSite, signIn, startImageSite, uploadPicture } from '#tests/image-site.ts'
import { tasks } from '../../product/tasks.ts'
import { noRateLimits } from '../limits/rate-limits.ts'
import { noMetrics } from '../metrics/metrics.ts'
import { queueImageDeletion } from '../pictures/delete-images.ts'
import { loggerFor, migrateJobQueue, startJobs, taskListFor } from './jobs.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let site: ImageSite
let services: Services

const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await freshDatabase()
  site = await startImageSite(database.db)
  const { config, db, images } = site
  services = {
    config,
    db,
    replicas: NO_REPLICAS,
    images,
    log,
    secrets: new Secrets('a secret of at least thirty-two characters'),
    passwords: new Passwords(1),
    mailer: { send: async () => {}, close: () => {} },
    rateLimits: noRateLimits,
    metrics: noMetrics,
    tracing: null,
  }
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

async function claimedPicture(): Promise<{ key: string; id: number }> {
  const { browser, accountId } = await signIn(site)
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const [shown] = await site.images.claim(site.db, [answer.url], { uploader: null, accountId })
  return { key: answer.public_id, id: shown?.imageId ?? 0 }
}

async function pendingPicture(): Promise<string> {
  return (await uploadPicture(site.browser(), await smallPhoto())).answer.public_id
}

const isStored = async (key: string) => {
  const row = await site.db.selectFrom('images').select('id').where('key', '=', key).executeTakeFirst()
  const files = (await site.files()).filter((file) => file.includes(key))
  return { row: row !== undefined, files: files.length > 0 }
}

const ageRows = (table: 'images' | 'sessions' | 'idempotency_keys', column: string, by: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval`.execute(site.db)

test('a picture deleted in a committed change is removed, files and row', async () => {
  const picture = await claimedPicture()
  const kept = await claimedPicture()
  await site.db.transaction().execute((tx) => queueImageDeletion(tx, [picture.id]))
  const jobs = await startJobs(services, database.connectionString, tasks)
  await expect.poll(() => isStored(picture.key)).toEqual({ row: false, files: false })
  await jobs.stop()
  expect(await isStored(kept.key)).toEqual({ row: true, files: true })
})

test('a picture deleted in a rolled-back change stays', async () => {
  const picture = await claimedPicture()
  const failing = site.db.transaction().execute(async (tx) => {
    await queueImageDeletion(tx, [picture.id])
    throw new Error('no change')
  })
  await expect(failing).rejects.toThrow()
  await runOnce({
    connectionString: database.connectionString,
    taskList: taskListFor(services, tasks),
    logger: new Logger(() => () => {}),
  })
  expect(await isStored(picture.key)).toEqual({ row: true, files: true })
})

test('pictures unclaimed for an hour are removed, younger and claimed ones stay', async () => {
  const old = await pendingPicture()
  const claimed = await claimedPicture()
  await ageRows('images', 'created_at', '61 minutes')
  const young = await pendingPicture()
  await runTask('purge_images')
  expect(await isStored(old)).toEqual({ row: false, files: false })
  expect(await isStored(young)).toEqual({ row: true, files: true })
  expect(await isStored(claimed.key)).toEqual({ row: true, files: true })
})

test('leftovers of an interrupted upload are removed after an hour', async () => {
  const inbox = path.join(site.config.dataDir, 'uploads')
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  for (const [name, time] of [
    ['old', hours(1.1)],
    ['young', hours(0.9)],
  ] as const) {
    await mkdir(path.join(inbox, name), { recursive: true })
    await writeFile(path.join(inbox, name, 'upload'), 'half a picture')
    await utimes(path.join(inbox, name), time, time)
  }
  await runTask('purge_images')
  expect(await readdir(inbox)).toEqual(['young'])
  await rm(path.join(inbox, 'young'), { recursive: true })
})

test('a claimed picture that nothing shows for a day is removed, one shown in a profile stays', async () => {
  const unused = await claimedPicture()
  const used = await claimedPicture()
  const { accountId } = await signIn(site)
  await site.db.insertInto('image_uses').values({ image_id: used.id, account_id: accountId }).execute()
  await ageRows('images', 'claimed_at', '25 hours')
  await ageRows('images', 'created_at', '25 hours')
  const fresh = await claimedPicture()
  await runTask('release_images')
  await runTask('purge_images')
  expect(await isStored(unused.key)).toEqual({ row: false, files: false })
  expect(await isStored(used.key)).toEqual({ row: true, files: true })
  expect(await isStored(fresh.key)).toEqual({ row: true, files: true })
})

test.each([
  { persistent: false, column: 'last_used_at', dies: '25 hours', lives: '23 hours' },
  { persistent: false, column: 'created_at', dies: '169 hours', lives: '167 hours' },
  { persistent: true, column: 'last_used_at', dies: '15 days', lives: '13 days' },
  { persistent: true, column: 'created_at', dies: '31 days', lives: '29 days' },
])(
  'a session (persistent: $persistent) is removed $dies after its $column',
  async ({ persistent, column, dies, lives }) => {
    const { accountId } = await signIn(site)
    const count = async () => (await site.db.selectFrom('sessions').select('id').execute()).length
    for (const [by, left] of [
      [lives, 1],
      [dies, 0],
    ] as const) {
      await site.db.deleteFrom('sessions').execute()
      await openSession(site.db, { accountId, persistent, userAgent: null })
      await ageRows('sessions', column, by)
      await runTask('purge_expired')
      expect(await count()).toBe(left)
    }
  },
)

test('idempotency keys are removed after a day', async () => {
  const { accountId } = await signIn(site)
  const add = (key: string) =>
    site.db.insertInto('idempotency_keys').values({ account_id: accountId, key, result_id: 1 }).execute()
  await add('old')
  await ageRows('idempotency_keys', 'created_at', '25 hours')
  await add('new')
  await runTask('purge_expired')
  expect(await site.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'new' }])
})

test('the queue knows what runs by itself, and ranks the week each hour', async () => {
  const jobs = await startJobs(services, database.connectionString, tasks)
  const known = async () => {
    const { rows } = await sql<{ identifier: string }>`
      select identifier from graphile_worker._private_known_crontabs`.execute(site.db)
    return rows.map(({ identifier }) => identifier).toSorted()
  }
  const withCron = Object.keys(tasks).filter((name) => tasks[name]?.cron)
  await expect.poll(known).toEqual(withCron.toSorted())
  await jobs.stop()
  expect(withCron).toContain('rank_week')
  expect(tasks.rank_week?.cron).toMatch(/^\d+( \*){4}$/)
})

test('several instances create the queue in an empty database at once', async () => {
  await sql`drop schema graphile_worker cascade`.execute(site.db)
  await Promise.all([1, 2, 3].map(() => migrateJobQueue(database.connectionString, log)))
  const { rows } = await sql<{ count: number }>`select count(*)::int from graphile_worker.migrations`.execute(site.db)
  expect(rows[0]?.count).toBeGreaterThan(10)
})

test('work continues after the database was away', async () => {
  const picture = await claimedPicture()
  const jobs = await startJobs(services, database.connectionString, tasks)
  await endOtherConnections()
  await expect
    .poll(() =>
      queueImageDeletion(site.db, [picture.id]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect.poll(() => isStored(picture.key)).toEqual({ row: false, files: false })
  await jobs.stop()
}, 20_000)

test('work continues after the first query of a worker was lost', async () => {
  const picture = await claimedPicture()
  await migrateJobQueue(database.connectionString, log)
  const holder = new pg.Client({ connectionString: database.connectionString })
  await holder.connect()
  await holder.query('begin; lock table graphile_worker._private_tasks')
  const jobs = await startJobs(services, database.connectionString, tasks)
  const lose = async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'matnanum jobs' and wait_event_type = 'Lock'`.execute(
      site.db,
    )
    return rows.length
  }
  await expect.poll(lose).toBeGreaterThan(0)
  await holder.query('commit')
  await holder.end()
  await queueImageDeletion(site.db, [picture.id])
  await expect.poll(() => isStored(picture.key)).toEqual({ row: false, files: false })
  await jobs.stop()
}, 30_000)

/** Ends all connections to the database but one, and waits until they are gone. */
async function endOtherConnections(): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(site.db)
  const pids = rows.map(({ pid }) => pid)
  const left = () =>
    sql`select pid from pg_stat_activity where pid = any(${pids}::int[])`.execute(site.db).then(
      ({ rows: alive }) => alive.length,
      () => null,
    )
  await expect.poll(left).toBe(0)
}

function runTask(name: string): Promise<unknown> {
  const task = taskListFor(services, tasks)[name]
  return Promise.resolve(task?.({}, {} as never))
}

test('a failure that is tried again is a warning of one line, the last one an error with its stack', () => {
  const lines: object[] = []
  const logger = loggerFor(pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }))
  const failed = (attempts: number) =>
    logger.error('Failed task', {
      failure: true,
      job: { task_identifier: 'send_mail', attempts, max_attempts: 3 },
      error: new Error('the mail server is away'),
    })
  failed(2)
  failed(3)
  logger.error('Cron hit an error; restarting', { error: new Error('the database is away') })
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      reason: 'the mail server is away',
      msg: expect.stringContaining('send_mail'),
    }),
    expect.objectContaining({ level: 50, err: expect.objectContaining({ stack: expect.any(String) }) }),
    expect.objectContaining({ level: 40, reason: 'the database is away', msg: expect.stringContaining('Cron') }),
  ])
  expect(lines[0]).not.toHaveProperty('err')
})
