import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownDocuments } from '#contract/documents.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { planCalendarPath } from '#rules/paths.ts'
import { postLimits } from '#rules/post.ts'
import { tomorrow } from '#tests/plan-site.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
const NOT_FOUND = { message: serverFailureMessages.noCollection, code: 'NOT_FOUND' }

const as = (person: Person) => site.api.as(person)
const page = (person: Person, id: string) => as(person).getCollection({ id })

async function plan(owner: Person, visibility: 'private' | 'link' | 'public' = 'link') {
  const { id } = await as(owner).addCollection({ name: '토요일 저녁', visibility })
  const post = await site.post({ author: owner, title: '첫 집' })
  await as(owner).putInCollection({ id, post })
  return { id, post }
}

test('nobody learns by any operation whether a private collection exists', async () => {
  const [owner, other, blocked] = [await site.person(), await site.person(), await site.person()]
  const { id, post } = await plan(owner, 'private')
  const open = await plan(owner)
  await as(owner).blockUser({ handle: blocked.handle, block: true })
  const changes = (person: Person, key: string) => [
    () => as(person).setPlan({ id: key, at: tomorrow(), membersAdd: true }),
    () => as(person).setHeart({ id: key, post, on: true }),
    () => as(person).setHeart({ id: key, post, on: false }),
    () => as(person).leavePlan({ id: key }),
    () => as(person).putInCollection({ id: key, post }),
    () => as(person).takeFromCollection({ id: key, post }),
    () => as(person).moveInCollection({ id: key, post, position: 1 }),
    () => as(person).getCollection({ id: key }),
  ]
  for (const [person, key] of [
    [other, id],
    [other, 'A'.repeat(22)],
    [blocked, open.id],
  ] as const)
    for (const change of changes(person, key)) expect(await refusal(change())).toEqual(NOT_FOUND)
  for (const key of [id, 'A'.repeat(22)]) {
    const { status, headers, text } = await other.client.send('GET', planCalendarPath(key))
    expect([status, text.includes('VCALENDAR')]).toEqual([404, false])
    expect(headers['cache-control']).toMatch(/no-store/)
  }
})

test('a member who leaves and comes back again and again does not fill the collection of another', async () => {
  const [owner, member, other] = [await site.person(), await site.person(), await site.person()]
  const { id } = await plan(owner, 'public')
  await as(owner).setPlan({ id, membersAdd: true })
  const second = await plan(owner)
  await as(owner).setPlan({ id: second.id, membersAdd: true })
  const posts: string[] = []
  for (let n = 0; n < collectionLimits.added; n++)
    posts.push(await site.post({ author: other, title: `또 넣은 집 ${n}` }))
  for (let round = 0; round < 2; round++) {
    for (const post of posts) expect(await as(member).putInCollection({ id, post })).toEqual({ count: 1, id })
    await as(member).leavePlan({ id })
    for (const post of posts) await as(owner).takeFromCollection({ id, post })
  }
  const [post = ''] = posts
  expect(await refusal(as(member).putInCollection({ id, post }))).toMatchObject({
    message: collectionMessages.addedInMonth,
  })
  expect(await as(member).putInCollection({ id: second.id, post })).toMatchObject({ count: 1 })
  expect(await as(other).putInCollection({ id, post })).toMatchObject({ count: 1 })
})

test('the temporary password of an owner tells nobody who chose', async () => {
  const [owner, member] = [await site.person({ restricted: true }), await site.person()]
  const other = await site.person()
  const { id, post } = await plan(other)
  await as(member).setHeart({ id, post, on: true })
  await sql`update collections set account_id = ${owner.accountId} where key = ${id}`.execute(site.db)
  const { chosenBy, entries, choosers } = await page(owner, id)
  expect({ chosenBy, choosers, heartedBy: entries[0]?.heartedBy }).toEqual({ chosenBy: [], choosers: 1, heartedBy: [] })
})

test('a plan of as many places and hearts as there may be, each of the longest texts, is read by its owner', async () => {
  const owner = await site.person({ username: '가나다라마바사아자차' })
  const { id } = await plan(owner)
  const people = await Promise.all(Array.from({ length: collectionLimits.choosers }, () => site.person()))
  const longest = (count: number) => '🍜'.repeat(count)
  const [week, hours] = [
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
    { start_time: '10:00', end_time: '22:00', break_start: '15:00', break_end: '17:00', last_order: '21:00' },
  ]
  const post = await site.post({
    author: owner,
    title: longest(postLimits.title),
    contents: longest(postLimits.contents),
    address: longest(postLimits.address),
    place_name: longest(postLimits.placeName),
    lat: 37.123_456_789,
    lng: 127.123_456_789,
    images: [await site.picture(owner)],
    price: 'from_1_to_2',
    closed_on: [...week, 'holiday'],
    week_hours: week.map((day) => ({ days: [day], ...hours })),
  })
  await as(owner).putInCollection({ id, post, note: longest(collectionLimits.note) })
  await sql`insert into collection_hearts (collection_id, post_id, account_id)
    select c.id, e.post_id, a from collections c join collection_entries e on e.collection_id = c.id,
      unnest(${people.map(({ accountId }) => accountId)}::bigint[]) a where c.key = ${id}`.execute(site.db)
  const query = [...ownDocuments].find((text) => text.includes('query getCollection(')) ?? ''
  const { text } = await owner.client.post({ query, variables: { id } })
  const { getCollection } = JSON.parse(text).data
  const entry = Buffer.byteLength(JSON.stringify(getCollection.entries[1]))
  const rest = Buffer.byteLength(text) - Buffer.byteLength(JSON.stringify(getCollection.entries))
  expect(getCollection.entries[1].hearts).toBe(collectionLimits.choosers)
  expect(rest + collectionLimits.entries * entry).toBeLessThan(1024 * 1024)
})

test('a calendar of a place that has lost its name and its post is one event', async () => {
  const [owner, author] = [await site.person(), await site.person()]
  const { id } = await as(owner).addCollection({ name: '저녁', visibility: 'link', about: 'a\r\nBEGIN:VALARM\rX:1' })
  const post = await site.post({ author, title: '사라질 글' })
  await as(owner).putInCollection({ id, post })
  await as(owner).setPlan({ id, at: tomorrow() })
  await as(author).remove({ jwt: author.handle })
  expect((await page(owner, id)).entries).toMatchObject([{ title: '', post: null }])
  const { status, text } = await owner.client.send('GET', planCalendarPath(id))
  expect(status).toBe(200)
  expect(text.split('\r\n')).not.toContain('BEGIN:VALARM')
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]/)
  expect(text).toContain('SUMMARY:저녁\r\n')
})

test('a calendar of a hidden collection is for its author and moderators', async () => {
  const [owner, other, moderator] = [await site.person(), await site.person(), await site.person()]
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  const { id } = await plan(owner)
  await as(owner).setPlan({ id, at: tomorrow() })
  await sql`update collections set hidden = true where key = ${id}`.execute(site.db)
  const status = async (person: Person) => (await person.client.send('GET', planCalendarPath(id))).status
  expect([await status(owner), await status(other), await status(moderator)]).toEqual([200, 404, 200])
})

test('what a calendar lists is what its reader sees', async () => {
  const [owner, author, reader] = [await site.person(), await site.person(), await site.person()]
  const { id } = await plan(owner)
  const post = await site.post({ author, title: '숨은 집이에요', place_name: '숨은 집', lat: 37.1, lng: 127.1 })
  await as(owner).putInCollection({ id, post })
  await as(owner).setHeart({ id, post, on: true })
  await as(owner).setPlan({ id, at: tomorrow() })
  await as(author).blockUser({ handle: reader.handle, block: true })
  const textFor = async (person: Person) =>
    (await person.client.send('GET', planCalendarPath(id))).text.replaceAll('\r\n ', '')
  expect(await textFor(owner)).toContain('숨은 집')
  expect(await textFor(reader)).not.toContain('숨은 집')
  await sql`update posts set hidden = true where id = ${post}::bigint`.execute(site.db)
  expect(await textFor(owner)).not.toContain('숨은 집')
})
