import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { wantedFacts } from './list-filter.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ env: unlimited })
})
afterAll(() => site.close())

test('posts of whom the caller follows, the newest first, page by page without loss', async () => {
  const [reader, one, two, stranger] = await Promise.all([1, 2, 3, 4].map(() => site.person()))
  if (!reader || !one || !two || !stranger) throw new Error('unreachable')
  const api = site.api.as(reader)
  const ids: string[] = []
  for (let n = 0; n < 24; n++) {
    const author: Person = [one, two, stranger][n % 3] ?? one
    const id = await site.post({ author, title: `글 ${n}` })
    if (author !== stranger) ids.push(id)
  }
  expect(await api.getFollowedPosts()).toMatchObject({ data: [], nextCursor: null, pageCount: 0 })
  for (const { handle } of [one, two]) await api.followUser({ handle, follow: true })
  const first = await api.getFollowedPosts()
  expect(first.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
  expect(first.pageCount).toBe(2)
  await site.post({ author: one })
  const second = await api.getFollowedPosts({ cursor: first.nextCursor })
  expect(second.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(10))
  expect(second.nextCursor).toBeNull()
  const asOther = site.api.as(one).getFollowedPosts({ cursor: first.nextCursor })
  expect((await refusal(asOther)).code).toBe('BAD_USER_INPUT')
  await api.blockUser({ handle: one.handle, block: true })
  const left = (await api.getFollowedPosts()).data
  expect(left.map(({ user_id }) => user_id)).toEqual(left.map(() => two.handle))
  expect(left).toHaveLength(8)
})

test('kinds, prices, traits and hours narrow what the followed wrote, in the newest hundred of each', async () => {
  const [reader, author] = [await site.person(), await site.person()]
  const api = site.api.as(reader)
  await api.followUser({ handle: author.handle, follow: true })
  const old = await site.post({ author, kind: 'bar' })
  const cafe = await site.post({ author, kind: 'cafe', price: 'under_1', traits: ['solo'] })
  const open = await site.post({ author, kind: 'cafe', start_time: '00:00', end_time: '00:00' })
  await site.post({ author: await site.person(), kind: 'cafe' })
  const found = async (args: Parameters<typeof api.getFollowedPosts>[0]) =>
    (await api.getFollowedPosts(args)).data.map(({ id }) => id)
  expect(await found({ kind: ['cafe'] })).toEqual([open, cafe])
  expect(await found({ kind: ['cafe'], price: ['under_1'], traits: ['solo'] })).toEqual([cafe])
  expect(await found({ open: true })).toEqual([open])
  expect(await found({ kind: ['bar'] })).toEqual([old])
  await sql`insert into posts (account_id, title, contents, kind, facts)
    select ${author.accountId}, '글', '글', 'cafe', ${wantedFacts({ kind: ['cafe'] })}::integer from generate_series(1, 98)`.execute(
    site.db,
  )
  await sql`select write_lists(array(select id from posts), '{}')`.execute(site.db)
  expect(await found({ kind: ['bar'] })).toEqual([])
  const first = await api.getFollowedPosts({ kind: ['cafe'] })
  expect(first).toMatchObject({ pageCount: 10 })
  const asAll = api.getFollowedPosts({ cursor: first.nextCursor })
  expect((await refusal(asAll)).code).toBe('BAD_USER_INPUT')
  expect(await found({ kind: ['cafe'], cursor: first.nextCursor })).toHaveLength(10)
})

test('five active authors are proposed: neither oneself, nor those who are followed or hidden', async () => {
  const site = await startPostSite({ env: unlimited })
  try {
    const people = await Promise.all(Array.from({ length: 9 }, () => site.person()))
    const [reader, followed, hidden, hiding, ...others] = people
    if (!reader || !followed || !hidden || !hiding) throw new Error('unreachable')
    for (const author of people) {
      const id = await site.post({ author, ...(author === others[2] && { lat: 37.5, lng: 127 }) })
      if (author === others[1]) {
        await site.api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
      }
    }
    await site.api.as(reader).followUser({ handle: followed.handle, follow: true })
    await site.api.as(reader).blockUser({ handle: hidden.handle, block: true })
    await site.api.as(hiding).blockUser({ handle: reader.handle, block: true })
    const proposed = (await site.api.as(reader).getActiveAuthors()).map(({ handle }) => handle)
    const rest = others.filter((one) => one !== others[1]).reverse()
    expect(proposed).toEqual([others[1], ...rest].map((one) => one?.handle))
    // Authors around a position come first there.
    const around = async (lng: number) => (await site.api.as(reader).getActiveAuthors({ lat: 37.55, lng }))[0]?.handle
    expect([await around(126.95), await around(128)]).toEqual([others[2]?.handle, others[1]?.handle])
    const nearby = await site.api.as(reader).getActiveAuthors({ lat: 37.55, lng: 126.95, nearby: true })
    expect(nearby.map(({ handle }) => handle)).toEqual([others[2]?.handle])
    for (const half of [{ lat: 37.55 }, { lng: 126.95 }]) {
      expect((await refusal(site.api.as(reader).getActiveAuthors(half))).code).toBe('BAD_USER_INPUT')
    }
  } finally {
    await site.close()
  }
})
