import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { metresBetween } from '#rules/position.ts'
import { openPostSite } from '#tests/post-site.ts'
import { searchTerms } from '../../search/search-text.ts'
import { queryOfWords } from '../search/post-query.ts'
import { findNearestPosts } from './find-nearest-posts.ts'
import { noFilter } from './list-filter.ts'
import type { NearPost } from './orders.ts'

const site = await openPostSite()

beforeAll(async () => {
  const { accountId } = await site.person()
  await sql`
    insert into posts (account_id, title, contents, lat, lng)
    select ${accountId}, '식당' || n, case when n % 7 = 0 then '국밥' else '면' end,
      case when n % 11 > 0 then 33.3 + (n / 3) % 50 / 10.0 end, case when n % 11 > 0 then 126.2 + (n / 3) % 31 / 10.0 end
    from generate_series(1, 500) n`.execute(site.db)
  await sql`
    insert into post_search (post_id, normal, grams)
    select id, title || E'\n' || contents, array[contents] from posts`.execute(site.db)
  await sql`select write_lists(array(select id from posts), '{}')`.execute(site.db)
})

const position = fc.record({
  lat: fc.double({ min: 33, max: 38.5, noNaN: true }),
  lng: fc.double({ min: 125, max: 130, noNaN: true }),
})

async function allByPages(here: { lat: number; lng: number }, keyword: string, limit: number): Promise<number[]> {
  const ids: number[] = []
  for (let after: NearPost | null = null; ; ) {
    const { posts: page } = await findNearestPosts(site.db, here, {
      query: keyword === '' ? null : queryOfWords(searchTerms(keyword)),
      filter: noFilter,
      after,
      limit,
    })
    ids.push(...page.map(({ id }) => id))
    after = page.at(-1) ?? null
    if (page.length < limit || !after) return ids
  }
}

test('page by page every post with a position appears once, the nearest first', async () => {
  const posts = await site.db.selectFrom('posts').select(['id', 'lat', 'lng', 'contents']).execute()
  await fc.assert(
    fc.asyncProperty(
      position,
      fc.constantFrom('', '국밥'),
      fc.integer({ min: 7, max: 60 }),
      async (here, keyword, limit) => {
        const ids = await allByPages(here, keyword, limit)
        const expected = posts.filter(({ lat, contents }) => lat !== null && contents.includes(keyword))
        expect(ids.toSorted((a, b) => a - b)).toEqual(expected.map(({ id }) => id).toSorted((a, b) => a - b))
        const away = ids.map((id) => {
          const { lat, lng } = posts.find((post) => post.id === id) ?? {}
          return metresBetween(here, { lat: lat ?? 0, lng: lng ?? 0 })
        })
        // The map's scale differs by a tenth between the south and the north of the country.
        for (const [index, metres] of away.entries()) expect(metres).toBeGreaterThan(0.9 * (away[index - 1] ?? 0))
      },
    ),
    { numRuns: 15 },
  )
})

test('at one place the newest comes first', async () => {
  const { posts } = await findNearestPosts(
    site.db,
    { lat: 33.4, lng: 126.3 },
    { query: null, filter: noFilter, after: null, limit: 2 },
  )
  const [first, second] = posts
  expect(first?.away).toBe(second?.away)
  expect(first?.id).toBeGreaterThan(second?.id ?? 0)
})
