import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'
import { rankWeeklyPosts } from './rank-week.ts'

let site: PostSite
let author: Person
let people: Person[]

const MAPO = '서울/마포구'

beforeEach(async () => {
  site = await startPostSite({ env: unlimited })
  author = await site.person()
  people = await Promise.all([1, 2, 3].map(() => site.person()))
  await sql`update accounts set created_at = now() - interval '2 days'`.execute(site.db)
  await sql`insert into areas (id, parent_id, path, address, lat, lng) overriding system value
    values (1, null, '{1}', '서울특별시', 37.5, 127), (2, 1, '{1,2}', '서울특별시 마포구', 37.55, 126.9)`.execute(
    site.db,
  )
  await sql`insert into area_names (address, name, area_id)
    values ('서울특별시', '서울특별시', 1), ('서울특별시 마포구', '마포구', 2)`.execute(site.db)
})
afterEach(() => site.close())

const add = (title: string, by = author) => site.post({ author: by, title, address: '서울특별시 마포구' })
const like = (id: string, who: Person) => site.api.as(who).likePost({ id, isLike: true, jwt: who.handle })

async function top(reader: Person = author): Promise<(string | number)[][]> {
  await rankWeeklyPosts(site.db)
  const posts = await site.api.as(reader).getWeeklyTop({ area: MAPO })
  return posts.map(({ post, people }) => [post.title, people])
}

const [one, two, three] = [0, 1, 2].map((n) => () => people[n] as Person) as [() => Person, () => Person, () => Person]

test('posts are ranked by the people who liked, kept or commented on them: each counts once', async () => {
  const [busy, loved, none] = [await add('바쁜 집'), await add('사랑받는 집'), await add('조용한 집')]
  await like(busy, one())
  for (const list of ['want', 'been'] as const) await site.api.as(one()).savePost({ post: busy, list, saved: true })
  for (const n of [1, 2, 3]) await site.api.as(one()).addComment({ post: busy, text: `또 왔어요 ${n}` })
  await like(loved, one())
  await site.api.as(two()).savePost({ post: loved, list: 'want', saved: true })
  await site.api.as(three()).addComment({ post: loved, text: '좋아요' })
  expect(await top()).toEqual([
    ['사랑받는 집', 3],
    ['바쁜 집', 1],
  ])
  // A run replaces the one before, also a parallel one.
  await like(none, two())
  await Promise.all([rankWeeklyPosts(site.db), rankWeeklyPosts(site.db)])
  expect((await top()).map(([title]) => title)).toEqual(['사랑받는 집', '조용한 집', '바쁜 집'])
  expect(await site.api.as(author).getWeeklyTop({ area: '서울' })).toEqual([])
})

test('the job of the queue fills the list', async () => {
  await like(await add('사랑받는 집'), one())
  const titles = async () => (await site.api.as(author).getWeeklyTop({ area: MAPO })).map(({ post }) => post.title)
  expect(await titles()).toEqual([])
  await sql`select graphile_worker.add_job('rank_week')`.execute(site.db)
  // Runs all due jobs.
  await site.mails()
  expect(await titles()).toEqual(['사랑받는 집'])
})

test('a post may be deleted while the week is ranked', async () => {
  const [gone, loved] = [await add('사라질 집'), await add('사랑받는 집')]
  for (const id of [gone, loved]) await like(id, one())
  await rankWeeklyPosts(site.db)
  const deletion = await site.db.startTransaction().execute()
  await sql`select from posts where id = ${gone} for update`.execute(deletion)
  const ranking = rankWeeklyPosts(site.db).catch((error: Error) => error)
  await untilStatementsWait(site.db, 1)
  await sql`delete from posts where id = ${gone}`.execute(deletion)
  await deletion.commit().execute()
  expect(await ranking).toBeUndefined()
  expect((await top()).map(([title]) => title)).toEqual(['사랑받는 집'])
})

test('what an author does for their own post does not count', async () => {
  const id = await add('내 집')
  await like(id, author)
  await site.api.as(author).savePost({ post: id, list: 'want', saved: true })
  await site.api.as(author).addComment({ post: id, text: '많이 오세요' })
  expect(await top()).toEqual([])
  await like(id, one())
  expect(await top()).toEqual([['내 집', 1]])
})

test('who came within the last day, waits for approval, is suspended or hidden does not count', async () => {
  const id = await add('붐비는 집')
  await like(id, one())
  const set = async (column: string, value: unknown) => {
    const someone = await site.person()
    await like(id, someone)
    await sql`update accounts set created_at = now() - interval '2 days', ${sql.ref(column)} = ${value}
      where id = ${someone.accountId}`.execute(site.db)
  }
  await like(id, await site.person())
  await set('is_pending', true)
  await set('hidden', true)
  await set('suspended_until', new Date(Date.now() + 60_000))
  expect(await top()).toEqual([['붐비는 집', 1]])
  await set('suspended_until', new Date(Date.now() - 1000))
  expect(await top()).toEqual([['붐비는 집', 2]])
})

test('what is older than a week does not count', async () => {
  const [old, fresh] = [await add('지난주 집'), await add('이번 주 집')]
  for (const who of people) await like(old, who)
  await like(fresh, one())
  await sql`update likes set created_at = now() - interval '7 days 1 minute' where post_id = ${old}`.execute(site.db)
  expect(await top()).toEqual([['이번 주 집', 1]])
})

test('of somebody who likes a thousand posts only the last ones count', async () => {
  const loved = await add('사랑받는 집')
  await like(loved, one())
  await sql`with made as (
      insert into posts (account_id, title, contents) select ${author.accountId}, '글 ' || n, '국밥' from generate_series(1, 1000) n
      returning id
    ), stats as (insert into post_stats (post_id) select id from made),
    placed as (insert into post_areas (area_id, post_id) select 2, id from made)
    insert into likes (post_id, account_id, created_at)
      select id, ${one().accountId}, now() - interval '1 day' + id * interval '1 second' from made`.execute(site.db)
  await sql`update likes set created_at = now() - interval '2 days' where post_id = ${loved}`.execute(site.db)
  await rankWeeklyPosts(site.db)
  const { rows } = await sql<{ least: number }>`
    select count(*) as count, min(post_id) - (select max(id) from posts) as least from area_tops`.execute(site.db)
  expect(rows).toEqual([{ count: 20, least: -19 }])
  await like(loved, two())
  // The member who likes everything likes more posts than count.
  expect((await top())[0]).toEqual(['글 1000', 1])
  await like(loved, three())
  expect((await top())[0]).toEqual(['사랑받는 집', 2])
})

test('a reader sees neither a deleted post nor those of somebody hidden, and ten others in their place', async () => {
  const hidden = await site.person()
  const ids: string[] = []
  for (let n = 0; n < 15; n++) ids.push(await add(`글 ${n}`, n > 11 ? hidden : author))
  for (const id of ids) await like(id, one())
  expect((await top(two())).slice(0, 2)).toEqual([
    ['글 14', 1],
    ['글 13', 1],
  ])
  await site.api.as(two()).blockUser({ handle: hidden.handle, block: true })
  const seen = async (who: Person) =>
    (await site.api.as(who).getWeeklyTop({ area: MAPO })).map(({ post }) => post.title)
  expect(await seen(two())).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `글 ${n}`))
  await site.api.as(hidden).deletePost({ id: ids[14] ?? '' })
  expect((await seen(three()))[0]).toBe('글 13')
})

test('an unknown area has none', async () => {
  expect((await refusal(site.api.getWeeklyTop({ area: '서울/없는구' }))).code).toBe('NOT_FOUND')
})
