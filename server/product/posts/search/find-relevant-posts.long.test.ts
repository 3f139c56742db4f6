import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { searchText } from '../../search/search-text.ts'

/** More than are ranked together. */
const POSTS = 5001

const site = await openPostSite()
let reader: Person
let best: string

beforeAll(async () => {
  reader = await site.person()
  best = await site.post({ author: reader, title: '추어탕', contents: '추어탕' })
  const { normal, grams } = searchText(['남원', '추어탕'])
  await withoutTimeLimits(site.db, (db) =>
    sql`
    with post as (
      insert into posts (account_id, title, contents) select ${reader.accountId}::bigint, '남원', '추어탕'
      from generate_series(2, ${POSTS}::int) returning id
    ), stats as (insert into post_stats (post_id) select id from post)
    insert into post_search (post_id, normal, grams) select id, ${normal}::text, ${grams}::text[] from post`.execute(
      db,
    ),
  )
})

async function search(): Promise<{ data: { id: string }[]; nextCursor: string | null; pageCount: number }> {
  const { text } = await reader.client.post({
    query: '{ getSearchPosts(keyword: "추어탕") { data { id } nextCursor pageCount } }',
  })
  return JSON.parse(text).data.getSearchPosts
}

test('a word of more posts than expected is ranked among the newest posts', async () => {
  const [first, ...others] = (await search()).data
  expect(others).toHaveLength(9)
  expect(Number(first?.id)).toBeGreaterThan(Number(best))
  await sql`delete from posts where id = ${best}::bigint + 1`.execute(site.db)
  expect((await search()).data[0]?.id).toBe(best)
})
