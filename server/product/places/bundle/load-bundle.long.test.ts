import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGES_CHANNEL } from '#server/platform/database/changes.ts'
import { openClient } from '#server/platform/database/connect.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { importQuietly, somePlaces, writeJsonFile } from '#tests/place-files.ts'
import { loadBundle, removeBundle } from './load-bundle.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})

afterAll(() => database.drop())

async function counts() {
  const { rows } = await sql`
    select (select count(*) from place_areas where level = 1 and source_key = '1 서울특별시') as seoul,
      (select count(*) from place_areas a join place_sources s on s.id = a.source_id where s.key = 'bundled-areas') as areas,
      (select count(*) from places where category = '지하철역' and tags <> '철도') as stations,
      (select count(*) from places where category = '전통시장') as markets,
      (select count(distinct area_id) from place_rings) as borders`.execute(database.db)
  return rows[0]
}

test('the first load inserts everything, the second does nothing, a changed file is replaced', async () => {
  expect(await Promise.all([loadBundle(database.db), loadBundle(database.db)])).toEqual(expect.arrayContaining([3, 0]))
  const loaded = await counts()
  expect(loaded).toMatchObject({ areas: 6892, stations: 934, markets: 1372, borders: 3504 })

  await sql`update place_imports set fingerprint = 'older' where source_id =
    (select id from place_sources where key = 'bundled-places')`.execute(database.db)
  await sql`delete from places where category = '지하철역'`.execute(database.db)
  expect(await loadBundle(database.db)).toBe(1)
  expect(await counts()).toEqual(loaded)
})

test('each file that is loaded, and a removed bundle, tell all processes to drop what they keep', async () => {
  const client = openClient({ connectionString: database.connectionString })
  const heard: unknown[] = []
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '').changes))
  await client.connect()
  await client.query(`listen ${CHANGES_CHANNEL}`)
  await loadBundle(database.db)
  await client.query('select')
  expect(heard).toEqual([])
  await sql`update place_imports set fingerprint = 'older' where source_id =
    (select id from place_sources where key = 'bundled-places')`.execute(database.db)
  await loadBundle(database.db)
  await expect.poll(() => heard).toEqual([[null]])
  await removeBundle(database.db)
  await expect.poll(() => heard).toEqual([[null], [null]])
  await client.end()
})

test('an import of the operator can run at the same time', async () => {
  const other = await freshDatabase()
  const file = await writeJsonFile('places.json', somePlaces)
  const [loaded, imported] = await Promise.all([loadBundle(other.db), importQuietly(other.db, file)])
  await other.drop()
  expect([loaded, imported.imported]).toEqual([3, somePlaces.rows.length])
})

test('BUNDLED_PLACES=off removes the bundle and keeps what the operator imported', async () => {
  await sql`insert into place_sources (key, attribution) values ('own', '내 자료')`.execute(database.db)
  await removeBundle(database.db)
  const { rows } = await sql`select key from place_sources`.execute(database.db)
  expect(rows).toEqual([{ key: 'own' }])
  expect(await counts()).toMatchObject({ areas: 0, stations: 0, borders: 0 })
})
