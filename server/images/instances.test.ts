import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { upload } from '#tests/image-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { ImageAccess } from './image-access.ts'

/** Two instances of one site: the same database and the same folder. */
let database: TestDatabase
let dataDir: string
let here: Site
let there: Site

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-instances-'))
  const instanceOf = { connectionString: database.connectionString, dataDir }
  here = await startSite({ instanceOf })
  there = await startSite({ instanceOf })
})

afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** An account whose picture both instances serve and remember as public. */
async function personWithPicture(): Promise<{ person: TestUser; key: string; statuses: () => Promise<number[]> }> {
  const person = await buildUser(here.api)
  const { answer } = await upload(person.client, await smallPhoto())
  await here.api.as(person).update({ ...person, image: answer.url, jwt: person.handle })
  const file = `/images/${answer.public_id}.jpg`
  const statuses = async () => {
    const replies = await Promise.all([here, there].map((site) => site.api.fresh().send('GET', file)))
    return replies.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200])
  return { person, key: answer.public_id, statuses }
}

test('withdrawal on one instance hides its pictures on all others at once, before any file is removed', async () => {
  const { person, statuses } = await personWithPicture()
  await here.api.as(person).remove({ jwt: person.handle })
  await expect.poll(statuses).toEqual([404, 404])
})

test('replacing a picture hides the previous one on all instances at once', async () => {
  const { person, statuses } = await personWithPicture()
  await here.api.as(person).update({ ...person, image: null, jwt: person.handle })
  await expect.poll(statuses).toEqual([404, 404])
})

test('suspending a member with all they wrote hides their portrait on all instances, from all but them and moderators', async () => {
  const { person, key, statuses } = await personWithPicture()
  const moderator = await buildUser(here.api)
  await sql`update accounts set role = 'moderator' where handle = ${moderator.handle}`.execute(here.db)
  const about = { kind: 'author', id: person.handle, reason: '광고예요.' } as const
  await here.api.as(moderator).moderate({ ...about, action: 'suspend', everything: true })
  await expect.poll(statuses).toEqual([404, 404])
  const own = await Promise.all([person, moderator].map(({ client }) => client.send('GET', `/images/${key}.jpg`)))
  expect(own.map(({ status }) => status)).toEqual([200, 200])
  await here.api.as(moderator).moderate({ ...about, action: 'lift' })
  await expect.poll(statuses).toEqual([200, 200])
})

test('a picture withdrawn while an instance missed the notification is not served either', async () => {
  const { person, statuses } = await personWithPicture()
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'matnanum listen')`.execute(database.db)
  expect(rows).toHaveLength(2)
  await here.api.as(person).remove({ jwt: person.handle })
  await expect.poll(statuses).toEqual([404, 404])
})

test('a database answer older than the notification is not remembered', async () => {
  const { key, person } = await personWithPicture()
  const access = new ImageAccess(database.db)
  const nobody = async () => ({ uploader: null, accountId: null })
  const reading = access.of(key, nobody)
  access.forget(key)
  expect(await reading).toBe('public')
  await here.api.as(person).remove({ jwt: person.handle })
  expect(await access.of(key, nobody)).toBe('none')
})
