import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureVisibility } from '#server/product/posts/post-pictures.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { ImageAccess } from './image-access.ts'

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

/** Account whose picture both instances have remembered as public. */
async function personWithPicture(): Promise<{ person: TestUser; key: string; statuses: () => Promise<number[]> }> {
  const person = await buildUser(here.api)
  const { answer } = await uploadPicture(person.client, await smallPhoto())
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

test('a picture of what is held after an edit, or under a post that is hidden, is gone on all instances', async () => {
  const [author, guest, moderator] = (await Promise.all([1, 2, 3].map(() => buildUser(here.api)))) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  await sql`update accounts set role = 'moderator' where handle = ${moderator.handle}`.execute(here.db)
  await here.api.as(moderator).setModerationRule({ kind: 'word', value: '도박', on: true })
  const pictureOf = async ({ client }: TestUser) => (await uploadPicture(client, await smallPhoto())).answer
  const statusesOf = async (key: string, people: readonly (TestUser | null)[] = [null]) => {
    const clients = people.flatMap((person) => (person ? [person.client] : [here.api.fresh(), there.api.fresh()]))
    const replies = await Promise.all(clients.map((client) => client.send('GET', `/images/${key}.jpg`)))
    return replies.map(({ status }) => status)
  }
  const texts = { title: '국밥', contents: '맛있어요.' }
  const [ofPost, ofComment, ofHeld] = [await pictureOf(author), await pictureOf(guest), await pictureOf(guest)]
  const { id: post = '' } = await here.api.as(author).addPost({ ...texts, image: ofPost.url })
  await here.api.as(guest).addComment({ post: post ?? '', text: '저도요.', image: ofComment.url })
  const held = await here.api.as(guest).addComment({ post: post ?? '', text: '또 가요.', image: ofHeld.url })
  for (const { public_id } of [ofPost, ofComment, ofHeld]) expect(await statusesOf(public_id)).toEqual([200, 200])
  await here.api.as(guest).editComment({ id: held.id, text: '도박' })
  await expect.poll(() => statusesOf(ofHeld.public_id)).toEqual([404, 404])
  await here.api.as(author).editPost({ id: post ?? '', ...texts, contents: '도박', image: ofPost.url })
  await expect.poll(() => statusesOf(ofPost.public_id)).toEqual([404, 404])
  await expect.poll(() => statusesOf(ofComment.public_id)).toEqual([404, 404])
  const people = [author, guest, moderator, await buildUser(here.api)]
  expect(await statusesOf(ofComment.public_id, people)).toEqual([200, 200, 200, 404])
  expect(await statusesOf(ofHeld.public_id, people)).toEqual([404, 200, 200, 404])
  await here.api.as(moderator).moderate({ kind: 'post', id: post ?? '', action: 'restore' })
  await expect.poll(() => statusesOf(ofComment.public_id)).toEqual([200, 200])
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
  const access = new ImageAccess(database.db, pictureVisibility)
  const nobody = async () => ({ uploader: null, accountId: null })
  const reading = access.of(key, nobody)
  access.forget(key)
  expect(await reading).toBe('public')
  await here.api.as(person).remove({ jwt: person.handle })
  expect(await access.of(key, nobody)).toBe('none')
})
