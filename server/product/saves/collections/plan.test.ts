import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MutationSetPlanArgs } from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { DAY_MS } from '#rules/dates.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import { buildUser } from '#tests/factories.ts'
import { openPlanSite, tomorrow } from '#tests/plan-site.ts'
import { type Person, refusal } from '#tests/post-site.ts'

const { site, as, heart, page, heartsOf, plan } = await openPlanSite()
const NOT_FOUND = { message: serverFailureMessages.noCollection, code: 'NOT_FOUND' }

test('a collection has a day and time, a start, and members who may add; what is left out stays', async () => {
  const owner = await site.person()
  const { id } = await plan(owner)
  const at = tomorrow()
  const from = { name: ' 역삼역\u200b ', lat: 37.5006, lng: 127.0364 }
  expect(await as(owner).setPlan({ id, at, from })).toMatchObject({
    planAt: at,
    planFrom: { ...from, name: '역삼역' },
    membersAdd: false,
  })
  expect(await as(owner).setPlan({ id, membersAdd: true })).toMatchObject({ planAt: at, membersAdd: true })
  expect(await as(owner).setPlan({ id, from: null })).toMatchObject({ planAt: at, planFrom: null, membersAdd: true })
  expect((await page(owner, id)).collection).toMatchObject({ planAt: at, planFrom: null, membersAdd: true })
  expect(await as(owner).setPlan({ id, at: null, membersAdd: false })).toMatchObject({
    planAt: null,
    membersAdd: false,
  })
})

test('a time in Seoul, with the holidays that decide what is open then', async () => {
  const owner = await site.person()
  const { id } = await plan(owner)
  const year = new Date(Date.now() + 300 * DAY_MS).getUTCFullYear()
  const set = (at: string) => sql`update collections set plan_at = ${at} where key = ${id}`.execute(site.db)
  await set(`${year - 1}-12-25T10:00:00Z`)
  expect((await page(owner, id)).collection.planHolidays).toEqual([`${year - 1}-12-25`])
  // After midnight of the day after.
  await set(`${year - 1}-12-25T16:00:00Z`)
  expect((await page(owner, id)).collection.planHolidays).toEqual([`${year - 1}-12-25`])
  await set(`${year - 1}-12-28T10:00:00Z`)
  expect((await page(owner, id)).collection.planHolidays).toEqual([])
})

test('a wrong plan is refused with a sentence, and changes nothing', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const { id } = await plan(owner)
  const at = tomorrow()
  await as(owner).setPlan({ id, at })
  const refused = async (args: Partial<MutationSetPlanArgs>, field: string, message: string) =>
    expect(await refusal(as(owner).setPlan({ id, ...args }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ field, message }],
    })
  for (const text of ['', '2026-02-30T19:00', '토요일 19:00', `${at.slice(0, 15)}3:00Z`])
    await refused({ at: text }, 'at', collectionMessages.planTime)
  await refused({ at: '2020-01-01T19:00' }, 'at', collectionMessages.planPast)
  await refused({ at: '2999-01-01T19:00' }, 'at', collectionMessages.planFar)
  for (const name of ['', ' ', '가'.repeat(collectionLimits.from + 1)])
    await refused({ from: { name, lat: 37, lng: 127 } }, 'from.name', collectionMessages.from)
  expect(await refusal(as(owner).setPlan({ id, from: { name: '역', lat: 91, lng: 0 } }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  expect(await refusal(as(other).setPlan({ id, membersAdd: true }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(as(other).setPlan({ id: 'x', membersAdd: true }))).toEqual(NOT_FOUND)
  expect((await page(owner, id)).collection).toMatchObject({ planAt: at, planFrom: null, membersAdd: false })
})

test('a held word in the name of a start hides a collection that others may read', async () => {
  const owner = await site.person()
  const word = `금칙${owner.handle}`
  await sql`insert into moderation_rules (kind, value) values ('word', ${word.toLowerCase()})`.execute(site.db)
  const from = { name: word, lat: 37, lng: 127 }
  const [open, secret] = [await plan(owner), await plan(owner, 1, 'private')]
  await as(owner).setPlan({ id: open.id, from })
  expect(await refusal(site.api.fresh().getCollection({ id: open.id }))).toEqual(NOT_FOUND)
  await as(owner).setPlan({ id: secret.id, from })
  expect((await page(owner, secret.id)).collection.hiddenBecause).toBeNull()
  await as(owner).editCollection({ id: secret.id, name: '이제 모두', visibility: 'public' })
  expect(await refusal(site.api.fresh().getCollection({ id: secret.id }))).toEqual(NOT_FOUND)
})

test('members add places where the owner lets them, and take out what they added', async () => {
  const [owner, member, other] = [await site.person(), await site.person(), await site.person()]
  const { id, first } = await plan(owner)
  const post = await site.post({ title: '더한 곳' })
  const put = (person: Person, note?: string) =>
    as(person).putInCollection({ id, post, ...(note !== undefined && { note }) })
  const take = (person: Person, taken = post) => as(person).takeFromCollection({ id, post: taken })
  expect(await refusal(put(member))).toMatchObject({ code: 'FORBIDDEN' })
  await as(owner).setPlan({ id, membersAdd: true })
  expect(await refusal(put(member, '메모'))).toMatchObject({ message: collectionMessages.noteOfOwner })
  expect(await put(member)).toEqual({ count: 1, id })
  expect(await put(other)).toEqual({ count: 0, id })
  expect((await page(owner, id)).entries.at(-1)).toMatchObject({
    title: '더한 곳',
    added: false,
    addedBy: member.handle,
  })
  expect((await page(member, id)).entries.at(-1)).toMatchObject({ added: true, addedBy: null })
  expect((await page(other, id)).entries.at(-1)).toMatchObject({ added: false, addedBy: null })
  for (const [person, taken] of [
    [other, post],
    [member, first],
  ] as const)
    expect(await refusal(take(person, taken))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(as(member).moveInCollection({ id, post, position: 1 }))).toMatchObject({ code: 'FORBIDDEN' })
  await as(owner).setPlan({ id, membersAdd: false })
  expect(await refusal(as(other).putInCollection({ id, post: await site.post() }))).toMatchObject({ code: 'FORBIDDEN' })
  await heart(other, id, post)
  expect(await take(member)).toEqual({ count: 1, id })
  await as(owner).setPlan({ id, membersAdd: true })
  await put(member)
  expect(await heartsOf(owner, id)).toEqual([0, 0, 0])
  expect(await take(owner)).toEqual({ count: 1, id })
  await put(member)
  await as(owner).editCollection({ id, name: '나만', visibility: 'private' })
  for (const change of [put, take]) expect(await refusal(change(member))).toEqual(NOT_FOUND)
})

test('a member adds 20 places to another’s collection, also when many come at once', async () => {
  const [owner, member] = [await site.person(), await site.person()]
  const { id } = await plan(owner, 1)
  await as(owner).setPlan({ id, membersAdd: true })
  await sql`insert into collection_entries (collection_id, post_id, position, note, added_by)
    select c.id, 2000000 + n, n + 1, '', ${member.accountId}::bigint from collections c, generate_series(1, ${collectionLimits.added - 1}) n
    where c.key = ${id}`.execute(site.db)
  const posts = await Promise.all([1, 2, 3].map(() => site.post()))
  const puts = await Promise.all(
    posts.map((post) =>
      as(member)
        .putInCollection({ id, post })
        .then(String, ({ message }) => message),
    ),
  )
  expect(puts.filter((message) => message === collectionMessages.added)).toHaveLength(2)
})

test('the export has the plan, one’s hearts, and what one added to others’ collections', async () => {
  const owner = await site.person()
  const { id, first } = await plan(owner)
  await as(owner).setPlan({ id, membersAdd: true })
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  await api.setHeart({ id, post: first, on: true })
  const post = await site.post()
  await api.putInCollection({ id, post })
  const own = await api.addCollection({ name: '내 모음' })
  const at = tomorrow()
  await api.setPlan({ id: own.id, at, from: { name: '역삼역', lat: 37.5, lng: 127 } })
  const { text } = await user.client.send('GET', apiPaths.dataExport)
  const file = (name: string) => JSON.parse(new RegExp(`${name}\\.json([[{][\\s\\S]*?\\n[\\]}])`).exec(text)?.[1] ?? '')
  expect(file('plans')).toMatchObject({
    hearts: [{ collection: id, postId: Number(first) }],
    added: [{ collection: id, postId: Number(post) }],
  })
  expect(file('collections')).toMatchObject([
    { id: own.id, planAt: at, planFrom: { name: '역삼역', lat: 37.5, lng: 127 }, membersAdd: false },
  ])
})
