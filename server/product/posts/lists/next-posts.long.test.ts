import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostList } from '#contract/schema.gen.ts'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { searchText } from '../../search/search-text.ts'
import { MOST_EXAMINED } from './paging.ts'

const OPEN = 23
const here = { lat: 33.3, lng: 126.3 }

let site: PostSite
let reader: Person
/** Open posts, the newest first. */
let open: string[]

/** In every order, closed posts that exceed a page's limit come before the open ones. */
beforeAll(async () => {
  site = await startPostSite()
  reader = await site.person()
  const { normal, grams } = searchText(['나', '국밥'])
  await withoutTimeLimits(site.db, async (db) => {
    for (const { count, title, likes, lat, hours } of [
      { count: OPEN, title: '나', likes: 0, lat: 38, hours: ['00:00', '00:00'] },
      { count: MOST_EXAMINED, title: '가', likes: 1, lat: here.lat, hours: [null, null] },
    ]) {
      await sql`
        with post as (
          insert into posts (account_id, title, contents, lat, lng, start_time, end_time)
          select ${reader.accountId}::bigint, ${title}::text, '국밥', ${lat}::float8, ${here.lng}::float8, ${hours[0]}::text, ${hours[1]}::text
          from generate_series(1, ${count}::int) returning id, open_hours
        ), stats as (insert into post_stats (post_id, like_count, open_hours) select id, ${likes}::int, open_hours from post)
        insert into post_search (post_id, normal, grams) select id, ${normal}::text, ${grams}::text[] from post`.execute(
        db,
      )
    }
    // Closed now, and open in five minutes at the earliest.
    const step = sql`(extract(hour from now() at time zone 'Asia/Seoul') * 12 + floor(extract(minute from now() at time zone 'Asia/Seoul') / 5))::int`
    const text = (ahead: number) =>
      sql`to_char(time '00:00' + ((${step} + ${ahead}) % 288) * interval '5 minutes', 'HH24:MI')`
    await sql`update posts set start_time = ${text(100)}, end_time = ${text(101)} where title = '가'`.execute(db)
    await sql`select write_lists(array(select id from posts), '{}')`.execute(db)
  })
  await sql`analyze`.execute(site.db)
  const { rows } = await sql<{
    id: string
  }>`select id::text from posts where title = '나' order by posts.id desc`.execute(site.db)
  open = rows.map(({ id }) => id)
})
afterAll(() => site.close())

const api = () => site.api.as(reader)
const idsOf = ({ data }: PostList) => data.map(({ id }) => id)

test.each([
  ['latest', (cursor: string | null) => api().getPosts({ open: true, cursor })],
  ['popular', (cursor: string | null) => api().getPosts({ open: true, filter: 'popular', cursor })],
  ['order', (cursor: string | null) => api().getPosts({ open: true, filter: 'order', cursor })],
  ['near', (cursor: string | null) => api().getPosts({ open: true, filter: 'near', ...here, cursor })],
  ['search', (cursor: string | null) => api().getSearchPosts({ open: true, keyword: '국밥', cursor })],
] as const)(
  'a page that finds nothing among the posts that it looks at leads to the next ones, and none is missed (%s)',
  async (name, ask) => {
    const pages: PostList[] = []
    for (let cursor: string | null = null; pages.length < 10; ) {
      const page: PostList = await ask(cursor)
      pages.push(page)
      cursor = page.nextCursor ?? null
      if (cursor === null) break
    }
    // A search by relevance examines fewer posts per page.
    const lengths = pages.map(({ data }) => data.length)
    expect(lengths[0]).toBe(0)
    expect(lengths.filter((length) => length > 0)).toEqual([10, 10, 3])
    expect(pages.flatMap(idsOf)).toEqual(open)
    // Only a search reports the number of examined posts.
    if (name !== 'search') expect(pages.every(({ searched }) => searched === null)).toBe(true)
  },
)

test.each(['latest', 'popular', 'order'])('a page by number skips as far as it is asked to (%s)', async (filter) => {
  const page = async (pageParam: number) => idsOf(await api().getPosts({ open: true, filter, pageParam }))
  expect([...(await page(2)), ...(await page(3)), ...(await page(4))]).toEqual(open.slice(10))
})
