import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { searchText } from '../../search/search-text.ts'

/** More than the search index checks, so that each page searches only some. */
const POSTS = 32_000

/** Has 'ㅅㅇ' and 'ㅇㅅ', but never 'ㅅㅇㅅ'. */
const apart = { title: '사아.아사', contents: '고기', place_name: null, address: null }
const hours = { start_time: '00:00', end_time: '00:00' }
const together = { ...apart, contents: '사아사' }

const site = await openPostSite()
let reader: Person
/** The oldest post, last in each order. */
let oldest: string

beforeAll(async () => {
  reader = await site.person()
  oldest = await site.post({ author: reader, title: together.title, contents: together.contents, ...hours })
  const { normal, grams } = searchText([apart.title, apart.contents])
  // A busy machine may exceed the site's time limit of a statement.
  await withoutTimeLimits(site.db, (db) =>
    sql`
    with post as (
      insert into posts (account_id, title, contents, start_time, end_time)
      select ${reader.accountId}::bigint, ${apart.title}::text, ${apart.contents}::text, ${hours.start_time}::text, ${hours.end_time}::text
      from generate_series(1, ${POSTS}::int) returning id, open_hours
    ), stats as (insert into post_stats (post_id, open_hours) select id, open_hours from post)
    insert into post_search (post_id, normal, grams) select id, ${normal}::text, ${grams}::text[] from post`.execute(
      db,
    ),
  )
  await sql`analyze`.execute(site.db)
})

const query = `query ($filter: String, $cursor: String, $open: Boolean) {
  getSearchPosts(keyword: "ㅅㅇㅅ", filter: $filter, cursor: $cursor, open: $open) { data { id } nextCursor searched pageCount }
}`
type Page = { data: { id: string }[]; nextCursor: string | null; searched: number | null; pageCount: number }

async function search(filter: string, cursor: string | null, open = false): Promise<Page> {
  const { text } = await reader.client.post({ query, variables: { filter, cursor, open } })
  return JSON.parse(text).data.getSearchPosts
}

test.each(['latest', 'popular', 'order'])(
  'consonants that are frequent and hardly ever together are searched in parts of the list, and found in the end (%s)',
  async (filter) => {
    // The first response has an estimate, because counting takes longer than the page.
    await expect.poll(async () => (await search(filter, null)).pageCount, { timeout: 30_000 }).toBe(1)
    const pages: Page[] = []
    for (let cursor: string | null = null; pages.length < 10; ) {
      const page: Page = await search(filter, cursor)
      pages.push(page)
      cursor = page.nextCursor
      if (cursor === null) break
    }
    const stopped = { data: [], nextCursor: expect.any(String), searched: 10_000, pageCount: 1 }
    expect(pages).toEqual([
      stopped,
      stopped,
      stopped,
      { data: [{ id: oldest }], nextCursor: null, searched: null, pageCount: 1 },
    ])
  },
)

test.each(['latest', 'popular', 'order'])('a search for open places looks up all matches (%s)', async (filter) => {
  expect(await search(filter, null, true)).toEqual({
    data: [{ id: oldest }],
    nextCursor: null,
    searched: null,
    pageCount: 1,
  })
})
