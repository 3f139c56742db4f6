import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { loadConfig } from '#server/platform/config.ts'
import { FORMER_COMMIT, migrateToLatest, migrationNames } from '#server/platform/database/prepare-database.ts'
import { backedUpContentsOf } from '../contents-of.ts'
import { freshDatabase } from '../database.ts'
import { addPerson, somePost } from '../post-site.ts'
import { schemaOf } from '../schema-of.ts'
import { prepareApplication } from './application.ts'
import { picturesIn, withDatabase } from './data-folder.ts'
import { unpackSources } from './old-release.ts'
import { recordFigures } from './table.ts'

const log = pino({ level: 'warn' })

/** Tables that the demo of the former release fills, without those that depend on the bundled places. */
const FILLED = ['accounts', 'posts', 'post_search', 'post_stats', 'likes', 'comments', 'images', 'image_uses', 'saves']
const FILLED_TOO = ['collections', 'collection_entries', 'follows', 'notifications', 'venues', 'venue_posts']

/** Tables that later migrations made, without a row. */
const EMPTY = Object.fromEntries(
  `search_forms shop_words shop_decisions open_weeks hour_words passkeys used_challenges address_files address_streets
  address_entrances address_names address_towns address_lots collection_hearts member_imports member_import_rows
  two_steps linked_logins recovery_codes comment_threads comment_addressees taste_matches taste_runs
  site_look site_pages invitations invited_accounts asked_erasures
  site_days missed_keywords webhooks webhook_deliveries returned_mails`
    .split(/\s+/)
    .map((table) => [table, []]),
)

test(`a data folder and a backup of commit ${FORMER_COMMIT} go on in this release, with every row and picture`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-former-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const release = path.join(folder, 'release')
  const data = path.join(folder, 'data')
  const restored = path.join(folder, 'restored')
  await mkdir(release)
  await unpackSources(FORMER_COMMIT, release)
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: data }
  const command = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: release, env })
  await command('scripts/demo.ts')
  const backup = path.join(folder, 'backup')
  await command('scripts/backup.ts', backup)

  const before = await withDatabase(data, backedUpContentsOf)
  for (const name of [...FILLED, ...FILLED_TOO]) expect(before[name]?.length, name).toBeGreaterThan(0)
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const after = await withDatabase(data, async (db) => {
    await migrateToLatest(db)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(migrationNames())
    return backedUpContentsOf(db)
  })
  const withColumn = (table: string, column: object) => before[table]?.map((row) => Object.assign({}, row, column))
  expect(after).toEqual({
    ...before,
    accounts: withColumn('accounts', { tastes: [], role_since: null, matches_tastes: true, sign_outs: 0 }),
    places: withColumn('places', { register: null }),
    sessions: withColumn('sessions', { by_passkey: false, two_step: false, by_provider: null, way: null }),
    ...EMPTY,
    post_stats: withColumn('post_stats', { again_score: 0 }),
    secret_check: withColumn('secret_check', { next: null }),
    posts: withColumn('posts', { week_hours: null, week_id: null, telephone: null, menus: [] }),
    collections: withColumn('collections', {
      plan_at: null,
      from_name: null,
      from_lat: null,
      from_lng: null,
      members_add: false,
    }),
    comments: withColumn('comments', { thread_id: null }),
    notifications: withColumn('notifications', { collection_id: null }),
    image_uses: withColumn('image_uses', { look_id: null }),
    // Joined by place: `server/product/saves/joined-marks.test.ts` tells how.
    saves: expect.any(Array),
    collection_entries: expect.any(Array),
    visits: expect.any(Array),
    schema: await schemaOf(fresh.db),
  })

  await restoreBackup({ config: loadConfig({ NODE_ENV: 'test', DATA_DIR: restored }), file: backup, log })
  expect(await withDatabase(restored, backedUpContentsOf)).toEqual(after)
  expect(await picturesIn(restored)).toEqual(await picturesIn(data))

  const site = await prepareApplication({ env: { DATA_DIR: data } })
  onTestFinished(() => site.close())
  await site.start()
  const db = await site.openDatabase(data)
  for (const { id, title } of (before.posts ?? []).slice(-5) as { id: number; title: string }[]) {
    const shown = await site.api.fresh().getPost({ id: String(id) })
    expect(shown.title).toBe(title)
    expect((await fetch(new URL(shown.image ?? '', site.config.publicOrigin))).status).toBe(200)
  }
  const person = await addPerson({ ...site, db })
  const { id } = await site.api.as(person).addPost(somePost)
  expect((await site.api.fresh().getPost({ id: String(id) })).title).toBe(somePost.title)
  const { schema: _, jobs: __, ...tables } = before
  const rows = Object.values(tables).flat().length
  const done = `the demo of ${FORMER_COMMIT}, and its backup restored: ${rows} rows of ${Object.keys(tables).length} tables`
  recordFigures({ fault: 'U', done, acknowledged: rows, lost: 0 })
}, 900_000)
