import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uniqueName } from '#tests/factories.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { updateAgainScores } from './verdicts.ts'

const site = await openPostSite({ env: unlimited })

let made = 0

/** A post of a place of its own, within an area of this test's own name. */
async function placed(fields: { title?: string; at?: { lat: number; lng: number } } = {}) {
  const at = fields.at ?? { lat: 34 + ++made / 100, lng: 127 }
  const post = await site.post({ place_name: uniqueName(), ...at, ...(fields.title && { title: fields.title }) })
  const { place_id } = await site.api.as(await site.person()).getPost({ id: post })
  return { post, place: place_id ?? '' }
}

const answer = (person: Person, post: string, again: boolean) =>
  site.api.as(person).setVisits({ post, count: 1, again })

const scoreOf = async (post: string) => {
  const { again_score } = await site.db
    .selectFrom('post_stats')
    .select('again_score')
    .where('post_id', '=', Number(post))
    .executeTakeFirstOrThrow()
  return again_score
}

/** Accounts of the last day do not count in rankings. */
const age = (
  people: readonly Person[],
  changed: { suspended_until?: Date; is_pending?: boolean; hidden?: boolean } = {},
) =>
  site.db
    .updateTable('accounts')
    .set({ created_at: sql<Date>`now() - interval '2 days'`, ...changed })
    .where(
      'id',
      'in',
      people.map(({ accountId }) => accountId),
    )
    .execute()

/** Members who have been there; the first `again` of them would go again. */
async function visited(post: string, people: number, again: number): Promise<Person[]> {
  const visitors = await Promise.all(Array.from({ length: people }, () => site.person()))
  for (const [index, visitor] of visitors.entries()) await answer(visitor, post, index < again)
  await age(visitors)
  return visitors
}

const verdictAt = async (place: string, reader?: Person) =>
  (await (reader ? site.api.as(reader) : site.api).getPlace({ id: place })).verdict

test('a verdict needs three answers, of which each member has the last one', async () => {
  const { post, place } = await placed()
  const [first, second] = (await visited(post, 2, 2)) as [Person, Person]
  const third = await site.person()
  await site.api.as(third).savePost({ post, list: 'been', saved: true })
  expect(await verdictAt(place)).toBeNull()
  await answer(third, post, true)
  expect(await verdictAt(place)).toEqual({ people: 3, again: 3 })
  expect((await site.api.getPost({ id: post })).verdict).toEqual({ people: 3, again: 3 })
  await answer(second, post, false)
  expect(await verdictAt(place)).toEqual({ people: 3, again: 2 })
  // A further visit without an answer leaves the one before.
  await site.api.as(second).setVisits({ post, count: 2 })
  expect(await verdictAt(place)).toEqual({ people: 3, again: 2 })
  await site.api.as(first).savePost({ post, list: 'been', saved: false })
  expect(await verdictAt(place)).toBeNull()
})

test('members who are hidden, blocked by the reader or gone do not count', async () => {
  const { post, place } = await placed()
  const [one, two, three, four] = (await visited(post, 5, 4)) as [Person, Person, Person, Person]
  const hide = (hidden: boolean) =>
    site.db.updateTable('accounts').set({ hidden }).where('id', '=', one.accountId).execute()
  const reader = await site.person()
  await hide(true)
  expect(await verdictAt(place, reader)).toEqual({ people: 4, again: 3 })
  await hide(false)
  await site.api.as(reader).blockUser({ handle: two.handle, block: true })
  expect(await verdictAt(place, reader)).toEqual({ people: 4, again: 3 })
  expect(await verdictAt(place, four)).toEqual({ people: 5, again: 4 })
  await site.api.as(three).remove({ jwt: three.handle })
  expect(await verdictAt(place, four)).toEqual({ people: 4, again: 3 })
})

test('a response that everybody shares follows an answer', async () => {
  const { post } = await placed()
  await visited(post, 3, 1)
  const before = (await site.api.getPost({ id: post })).verdict
  await visited(post, 1, 1)
  expect([before, (await site.api.getPost({ id: post })).verdict]).toEqual([
    { people: 3, again: 1 },
    { people: 4, again: 2 },
  ])
})

test('faces are those whom the reader follows and who would go again, three at most, and nobody else is told', async () => {
  const { post, place } = await placed()
  const visitors = await visited(post, 6, 5)
  const reader = await site.person()
  for (const { handle } of visitors.slice(1)) await site.api.as(reader).followUser({ handle, follow: true })
  const friendsOf = async (person: Person, query: string) => {
    const { text } = await person.client.post({ query, extensions: { reader: true } })
    return JSON.parse(text).extensions.reader.places?.[place]?.friends?.map(({ handle }: { handle: string }) => handle)
  }
  const queries = [`query { getPlace(id: "${place}") { id } }`, `query { getPost(id: "${post}") { id } }`]
  const followed = visitors.slice(1, 5).map(({ handle }) => handle)
  for (const query of queries) {
    const shown = (await friendsOf(reader, query)) as string[]
    expect(shown).toHaveLength(3)
    expect(followed).toEqual(expect.arrayContaining(shown))
    expect(await friendsOf(visitors[0] as Person, query)).toBeUndefined()
  }
  for (const friend of visitors.slice(2)) await site.api.as(friend).blockUser({ handle: reader.handle, block: true })
  expect(await friendsOf(reader, queries[0] ?? '')).toEqual([followed[0]])
  await answer(visitors[1] as Person, post, false)
  expect(await friendsOf(reader, queries[0] ?? '')).toBeUndefined()
})

test("'또 가는 순' is by the lower bound of the share in lists, searches and on the map", async () => {
  const title = uniqueName().slice(0, 20)
  const at = (n: number) => ({ lat: 33.9 + n / 1000, lng: 125.9 })
  const [none, few, many, bad] = await Promise.all([0, 1, 2, 3].map((n) => placed({ title, at: at(n) })))
  if (!none || !few || !many || !bad) throw new Error('a place was not made')
  await visited(few.post, 3, 3)
  await visited(many.post, 12, 9)
  await visited(bad.post, 4, 0)
  const wanted = [many, few].map(({ post }) => post)
  // Posts of equal scores come newest first.
  const others = [none, bad].map(({ post }) => post).toSorted((a, b) => Number(b) - Number(a))
  const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)
  const reader = site.api.as(await site.person())
  const searched = async () => idsOf(await reader.getSearchPosts({ keyword: title, filter: 'again' }))
  expect((await searched()).toSorted()).toEqual([...wanted, ...others].toSorted())
  await updateAgainScores(site.db)
  expect(await searched()).toEqual([...wanted, ...others])
  const view = { south: 33.89, north: 33.95, west: 125.89, east: 125.95, zoom: 12 }
  const map = await reader.getMapPosts({ ...view, filter: 'again' })
  expect(idsOf(map)).toEqual([...wanted, ...others])
  expect(map.data.map(({ verdict }) => verdict)).toEqual(
    [...wanted, ...others].map((id) =>
      id === many.post
        ? { people: 12, again: 9 }
        : id === few.post
          ? { people: 3, again: 3 }
          : id === bad.post
            ? { people: 4, again: 0 }
            : null,
    ),
  )
  const all = idsOf(await reader.getPosts({ filter: 'again' }))
  expect(all.filter((id) => wanted.includes(id))).toEqual(wanted)
  const { rows } = await sql<{
    id: string
    score: number
  }>`select post_id::text as id, again_score as score from post_stats
    where post_id = any(${[few, many, bad, none].map(({ post }) => Number(post))}::bigint[]) order by again_score desc`.execute(
    site.db,
  )
  // Wilson's interval of 95 %: 0.468 for 9 of 12, 0.438 for 3 of 3.
  expect(rows.map(({ score }) => Math.round(score / 1000))).toEqual([468, 438, 0, 0])
})

test('the order goes on by cursor, and scores go when the answers go', async () => {
  const title = uniqueName().slice(0, 20)
  const places = []
  for (let n = 0; n < 13; n++) places.push(await placed({ title, at: { lat: 33.5 + n / 100, lng: 124.9 } }))
  const [best] = places
  if (!best) throw new Error('no place was made')
  const visitors = await visited(best.post, 3, 3)
  await updateAgainScores(site.db)
  const reader = site.api.as(await site.person())
  const read: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof reader.getSearchPosts>> = await reader.getSearchPosts({
      keyword: title,
      filter: 'again',
      cursor,
    })
    read.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  const newestFirst = places
    .slice(1)
    .map(({ post }) => post)
    .toReversed()
  expect(read).toEqual([best.post, ...newestFirst])
  await Promise.all([updateAgainScores(site.db), updateAgainScores(site.db)])
  const [visitor] = visitors as [Person]
  await site.api.as(visitor).remove({ jwt: visitor.handle })
  await sql`select graphile_worker.add_job('rank_again')`.execute(site.db)
  await site.mails()
  const { rows } = await sql<{
    score: number
  }>`select again_score as score from post_stats where post_id = ${best.post}`.execute(site.db)
  expect(rows).toEqual([{ score: 0 }])
})

test('three new accounts order nothing, nor do those that may not write, nor the author of a post', async () => {
  const { post } = await placed()
  const [one, two, three] = (await visited(post, 3, 3)) as [Person, Person, Person]
  const ranked = async () => {
    await updateAgainScores(site.db)
    return scoreOf(post)
  }
  const full = await ranked()
  expect(full).toBeGreaterThan(0)
  await sql`update accounts set created_at = now() - interval '23 hours' where id = ${one.accountId}`.execute(site.db)
  expect(await ranked()).toBe(0)
  await age([one])
  expect(await ranked()).toBe(full)
  const later = new Date(Date.now() + 60_000)
  for (const [changed, restored] of [
    [{ suspended_until: later }, { suspended_until: new Date(0) }],
    [{ is_pending: true }, { is_pending: false }],
    [{ hidden: true }, { hidden: false }],
  ]) {
    await age([two], changed)
    expect(await ranked()).toBe(0)
    await age([two], restored)
    expect(await ranked()).toBe(full)
  }
  await sql`update posts set account_id = ${three.accountId} where id = ${post}::bigint`.execute(site.db)
  expect(await ranked()).toBe(0)
  // For another's post of the place the same answer counts.
  const { place_name, lat, lng } = await site.api.getPost({ id: post })
  const second = await site.post({ place_name, lat, lng })
  await updateAgainScores(site.db)
  expect([await scoreOf(post), await scoreOf(second)]).toEqual([0, full])
})
