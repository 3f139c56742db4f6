import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'
import { matchTastes } from './match-tastes.ts'

const site = await openPostSite({ env: unlimited })

let made = 0

const places = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => site.post({ place_name: uniqueName(), lat: 34 + ++made / 100, lng: 127 })),
  )

/** Accounts of the last day do not count. */
const age = (people: readonly Person[], changed: { suspended_until?: Date; hidden?: boolean } = {}) =>
  site.db
    .updateTable('accounts')
    .set({ created_at: sql<Date>`now() - interval '2 days'`, ...changed })
    .where(
      'id',
      'in',
      people.map(({ accountId }) => accountId),
    )
    .execute()

async function people(count: number): Promise<Person[]> {
  const all = await Promise.all(Array.from({ length: count }, () => site.person()))
  await age(all)
  return all
}

const [two, three] = [
  async () => (await people(2)) as [Person, Person],
  async () => (await people(3)) as [Person, Person, Person],
]

async function answer(person: Person, posts: readonly string[], again: boolean) {
  for (const post of posts) await site.api.as(person).setVisits({ post, count: 1, again })
}

async function want(person: Person, posts: readonly string[]) {
  for (const post of posts) await site.api.as(person).savePost({ post, list: 'want', saved: true })
}

/** As a day later. */
async function match() {
  await site.db.deleteFrom('taste_runs').execute()
  await matchTastes(site.db)
}

const isAlike = async (reader: Person, author: Person) =>
  (await site.api.as(reader).getAuthor({ handle: author.handle })).alike

const rowsOf = async (person: Person) =>
  (await sql`select from taste_matches where ${person.accountId} in (account_id, author_id)`.execute(site.db)).rows
    .length

test('who would go again to five places of the reader is alike, and only the reader is told', async () => {
  const shared = await places(5)
  const [reader, author, other] = await three()
  await answer(reader, shared, true)
  await answer(author, shared, true)
  await answer(other, shared.slice(1), true)
  await match()
  expect([await isAlike(reader, author), await isAlike(author, reader), await isAlike(reader, other)]).toEqual([
    true,
    true,
    false,
  ])
  const query = `{ getAuthor(handle: "${author.handle}") { handle username followers } }`
  const told = async (client: Person['client']) =>
    JSON.parse((await client.post({ query, extensions: { reader: true } })).text)
  const shown = await told(reader.client)
  expect(shown.extensions.reader.authors[author.handle]).toEqual({ alike: true })
  expect((await told(other.client)).extensions.reader.authors).toEqual({})
  expect(shown.data).toEqual((await told(site.api.fresh())).data)
  expect(await site.api.as(reader).getPeople({ list: 'alike' })).toMatchObject({
    data: [{ handle: author.handle }],
    nextCursor: null,
  })
})

test('marks that only their owner sees change nothing for others', async () => {
  const shared = await places(6)
  const [prober, owner] = await two()
  await answer(prober, shared, true)
  await answer(owner, shared.slice(0, 4), true)
  await match()
  expect(await isAlike(prober, owner)).toBe(false)
  // A wanted place, a visit without an answer, a 'no', and collections that not everybody reads.
  await want(owner, shared)
  await site.api.as(owner).setVisits({ post: shared[4] as string, count: 1 })
  await answer(owner, shared.slice(5), false)
  for (const visibility of ['private', 'link'] as const) {
    const { id } = await site.api.as(owner).addCollection({ name: visibility, visibility })
    for (const post of shared) await site.api.as(owner).putInCollection({ id, post })
  }
  await match()
  expect(await isAlike(prober, owner)).toBe(false)
  // Theirs count for themselves.
  expect(await isAlike(owner, prober)).toBe(true)
  const { id } = await site.api.as(owner).addCollection({ name: '다 보는 모음', visibility: 'public' })
  await site.api.as(owner).putInCollection({ id, post: shared[4] as string })
  await match()
  expect(await isAlike(prober, owner)).toBe(true)
  await site.db.updateTable('collections').set({ hidden: true }).where('key', '=', id).execute()
  await match()
  expect(await isAlike(prober, owner)).toBe(false)
})

test('places to which the reader would not go again count against the other', async () => {
  const [shared, refused] = [await places(6), await places(4)]
  const [reader, author] = await two()
  await answer(reader, shared, true)
  await answer(author, [...shared, ...refused], true)
  await answer(reader, refused.slice(0, 2), false)
  await match()
  expect(await isAlike(reader, author)).toBe(true)
  await answer(reader, refused, false)
  await match()
  expect(await isAlike(reader, author)).toBe(false)
})

test('the nearest come first: more common places, and fewer others', async () => {
  const shared = await places(8)
  const [reader, nearest, wide] = await three()
  const [few] = (await people(1)) as [Person]
  await answer(reader, shared, true)
  await answer(nearest, shared, true)
  await answer(wide, [...shared, ...(await places(12))], true)
  await answer(few, shared.slice(0, 5), true)
  await match()
  const listed = (await site.api.as(reader).getPeople({ list: 'alike' })).data.map(({ handle }) => handle)
  expect(listed).toHaveLength(3)
  expect(listed[0]).toBe(nearest.handle)
  expect(new Set(listed)).toEqual(new Set([nearest, wide, few].map(({ handle }) => handle)))
})

test('a member who switches it off is alike to nobody, and nothing computed of them is left', async () => {
  const shared = await places(5)
  const [one, other] = await two()
  for (const person of [one, other]) await answer(person, shared, true)
  await match()
  expect(await isAlike(other, one)).toBe(true)
  await site.api.as(one).switchTasteMatching({ on: false })
  expect(await rowsOf(one)).toBe(0)
  expect([await isAlike(other, one), await isAlike(one, other)]).toEqual([false, false])
  await match()
  expect(await rowsOf(one)).toBe(0)
  await sql`insert into taste_runs (account_id) values (${one.accountId})`.execute(site.db)
  await site.api.as(one).switchTasteMatching({ on: true })
  // Switching brings no second comparison of a day.
  await matchTastes(site.db)
  expect(await isAlike(one, other)).toBe(false)
  await match()
  expect(await isAlike(one, other)).toBe(true)
})

test('a switch that is turned off while the job runs leaves nothing, and the job waits for nobody', async () => {
  const shared = await places(5)
  const [one, other] = await two()
  for (const person of [one, other]) await answer(person, shared, true)
  await requestBeforeCommit(
    site.db,
    (tx) => tx.updateTable('accounts').set({ matches_tastes: false }).where('id', '=', one.accountId).execute(),
    match,
  )
  expect(await rowsOf(one)).toBe(0)
})

test('blocks, reports, suspensions and hidden members count at once, whatever was computed', async () => {
  const shared = await places(5)
  const [reader, author] = await two()
  for (const person of [reader, author]) await answer(person, shared, true)
  await site.post({ author })
  await match()
  const proposed = async () => {
    const { data } = await site.api.as(reader).getPeople({ list: 'alike' })
    const suggested = await site.api.as(reader).getActiveAuthors()
    return [data, suggested].map((list) => list.some(({ handle, alike }) => handle === author.handle && alike))
  }
  expect(await proposed()).toEqual([true, true])
  for (const changed of [{ suspended_until: new Date('2999-01-01') }, { hidden: true }]) {
    await age([author], changed)
    expect(await proposed()).toEqual([false, false])
    await age([author], { suspended_until: new Date(0), hidden: false })
  }
  await site.api.as(author).blockUser({ handle: reader.handle, block: true })
  expect(await proposed()).toEqual([false, false])
  await site.api.as(author).blockUser({ handle: reader.handle, block: false })
  expect(await proposed()).toEqual([true, true])
  await site.api.as(reader).report({ kind: 'author', id: author.handle, reason: 'spam' })
  expect(await proposed()).toEqual([false, false])
})

test('accounts of the last day and places that are hidden do not count, and a withdrawal leaves nothing', async () => {
  const shared = await places(5)
  const [one, other] = await two()
  for (const person of [one, other]) await answer(person, shared, true)
  const fresh = await site.person()
  await answer(fresh, shared, true)
  await match()
  expect([await isAlike(one, fresh), await isAlike(fresh, one)]).toEqual([false, false])
  const moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  const moderate = (action: 'hide' | 'restore') =>
    site.api.as(moderator).moderate({ kind: 'post', id: shared[0] as string, action, reason: '광고예요.' })
  await moderate('hide')
  await match()
  expect(await isAlike(one, other)).toBe(false)
  await moderate('restore')
  await match()
  expect(await isAlike(one, other)).toBe(true)
  await site.api.as(other).remove({ jwt: other.handle })
  expect((await site.api.as(one).getPeople({ list: 'alike' })).data).toEqual([])
  expect(await rowsOf(other)).toBe(0)
})

test('a member is compared once a day, so that nobody learns of a mark by trying', async () => {
  const shared = await places(5)
  const [reader, author] = await two()
  await answer(reader, shared, true)
  await match()
  await answer(author, shared, true)
  await matchTastes(site.db)
  expect(await isAlike(reader, author)).toBe(false)
  await site.db.updateTable('taste_runs').set({ matched_at: sql`now() - interval '25 hours'` }).execute()
  await matchTastes(site.db)
  expect(await isAlike(reader, author)).toBe(true)
})

test('of many who are alike, twenty are kept; those who are followed are not suggested', async () => {
  const shared = await places(7)
  const [reader, nearest] = await two()
  const crowd = await people(24)
  for (const person of [reader, nearest]) await answer(person, shared, true)
  for (const person of crowd) {
    await answer(person, shared.slice(0, 5), true)
    await site.post({ author: person })
  }
  await match()
  const { data } = await site.api.as(reader).getPeople({ list: 'alike' })
  expect(data).toHaveLength(20)
  expect(data[0]?.handle).toBe(nearest.handle)
  // Members without a post are not suggested.
  const suggested = await site.api.as(reader).getActiveAuthors()
  expect(suggested).toHaveLength(5)
  for (const { alike, handle } of suggested) expect([alike, handle === nearest.handle]).toEqual([true, false])
  const [first] = suggested
  await site.api.as(reader).followUser({ handle: first?.handle ?? '', follow: true })
  const handles = (await site.api.as(reader).getActiveAuthors()).map(({ handle }) => handle)
  expect(handles).toHaveLength(5)
  expect(handles).not.toContain(first?.handle)
})

test('deletions of members who are alike, and a run of the job, end without a deadlock', async () => {
  const shared = await places(5)
  const all = await people(8)
  for (const person of all) await answer(person, shared, true)
  await match()
  await site.db.deleteFrom('taste_runs').execute()
  const leaving = all.slice(0, 6).map((person) => site.api.as(person).remove({ jwt: person.handle }))
  await Promise.all([...leaving, matchTastes(site.db), matchTastes(site.db)])
  for (const person of all.slice(0, 6)) expect(await rowsOf(person)).toBe(0)
})

test('a member reads whether it is on', async () => {
  const user = await buildUser(site.api)
  const isOn = async () => (await site.api.as(user).user({ jwt: user.handle })).matchesTastes
  expect(await isOn()).toBe(true)
  await site.api.as(user).switchTasteMatching({ on: false })
  expect(await isOn()).toBe(false)
})
