import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { openClient } from '../db/connect.ts'
import { FEED_CHANNEL } from '../db/listen.ts'
import { likeGroups, MOST_WAITING } from './like-groups.ts'

const ACCOUNTS = 20
/** No account has this id. */
const NOBODY = 999

let database: TestDatabase
let posts = 0

beforeAll(async () => {
  database = await freshDatabase()
  await sql`insert into accounts (id, handle, email, email_key, username, password_hash, question_index, answer_sealed)
    overriding system value select g, left(md5(g::text), 22), g || '@naver.com', g || '@naver.com', '김하나', '', 0, ''
    from generate_series(1, ${ACCOUNTS}::int) g`.execute(database.db)
})
afterAll(() => database.drop())

/** A post without likes. */
async function addPost(): Promise<number> {
  const id = ++posts
  await sql`with post as (insert into posts (id, account_id, title, contents) overriding system value
      values (${id}, 1, '을밀대', '슴슴해요') returning id)
    insert into post_stats (post_id) select id from post`.execute(database.db)
  return id
}

/** Groups in which no like can be set alone, and the accounts of the likes for which that was tried. */
function startGroups() {
  const alone: number[] = []
  const groups = likeGroups(database.db, async ({ accountId }) => {
    alone.push(accountId)
    if (accountId === NOBODY) throw new Error('no such account')
    return -1
  })
  const like = (postId: number, accountId: number, isLike = true) => groups.write({ postId, accountId, isLike })
  return { like, alone }
}

const accounts = Array.from({ length: ACCOUNTS }, (_, index) => index + 1)

async function stateOf(post: number) {
  const { rows } = await sql<{ transactions: number; likes: number; counter: number }>`
    select count(distinct xmin::text)::int as transactions, count(*)::int as likes,
      (select like_count from post_stats where post_id = ${post}) as counter
    from likes where post_id = ${post}`.execute(database.db)
  return rows[0]
}

test('likes that arrive together share a transaction and a notification, and each is counted', async () => {
  const post = await addPost()
  const { like } = startGroups()
  let heard = 0
  const listener = openClient({ connectionString: database.connectionString })
  await listener.connect()
  await listener.query(`listen ${FEED_CHANNEL}`)
  listener.on('notification', () => heard++)

  const counts = await Promise.all(accounts.map((account) => like(post, account)))
  expect(await stateOf(post)).toEqual({ transactions: 1, likes: ACCOUNTS, counter: ACCOUNTS })
  expect(Math.max(...counts)).toBe(ACCOUNTS)
  await listener.query('select 1')
  expect(heard).toBe(1)
  await listener.end()
})

test('likes and unlikes of many posts in one group leave every counter equal to its rows', async () => {
  const { like } = startGroups()
  const several = [await addPost(), await addPost(), await addPost()]
  const wishes = accounts.flatMap((account) => several.map((post, index) => ({ post, account, index })))
  await Promise.all(wishes.map(({ post, account }) => like(post, account)))
  // Everybody takes back the like of the first post, and half of them then give it again, in this order.
  await Promise.all([
    ...accounts.map((account) => like(several[0] ?? 0, account, false)),
    ...accounts.slice(10).map((account) => like(several[0] ?? 0, account)),
    ...accounts.slice(5).map((account) => like(several[1] ?? 0, account, false)),
  ])
  const states = await Promise.all(several.map(stateOf))
  expect(states.map((state) => [state?.likes, state?.counter])).toEqual([
    [10, 10],
    [5, 5],
    [ACCOUNTS, ACCOUNTS],
  ])
})

test('a missing post is NOT_FOUND for those who like it, and does not affect the others of the group', async () => {
  const post = await addPost()
  const { like, alone } = startGroups()
  const gone = accounts.map((account) => like(12_345, account).catch((error: { code: string }) => error.code))
  const counts = await Promise.all(accounts.map((account) => like(post, account)))
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['NOT_FOUND']))
  expect(Math.max(...counts)).toBe(ACCOUNTS)
  expect(alone).toEqual([])
})

test('when a group fails because of one like, each is set alone and only that one gets an error', async () => {
  const post = await addPost()
  const { like, alone } = startGroups()
  const grouped = await Promise.allSettled([like(post, 3), like(post, NOBODY), like(post, 4)])
  expect(grouped.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(alone.toSorted()).toEqual([3, 4, NOBODY])
  // Nothing of the group was written, so that setting it again alone counts it once.
  expect(await stateOf(post)).toMatchObject({ likes: 0, counter: 0 })
})

test('likes beyond the limit of waiting ones are refused at once, and the waiting ones are answered', async () => {
  const { like } = startGroups()
  // No post has these ids.
  const answers = await Promise.allSettled(
    Array.from({ length: MOST_WAITING + 3 }, (_, index) => like(1_000_000 + index, 1)),
  )
  const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'a number'))
  expect(codes.slice(0, -3)).toEqual(Array.from({ length: MOST_WAITING }, () => 'NOT_FOUND'))
  expect(codes.slice(-3)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
})
