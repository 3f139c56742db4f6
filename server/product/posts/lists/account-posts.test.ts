import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { countPostsAndGivenLikes, eraseContentOf, lockPostsOf } from './account-posts.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

async function writer(handle: string, posts: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (handle, email, email_key, username, question_index, answer_sealed)
    values (${handle.padEnd(22, '0')}, ${handle}, ${handle}, ${handle}, 0, '') returning id`.execute(database.db)
  const id = rows[0]?.id ?? 0
  await sql`with added as (
      insert into posts (account_id, title, contents) select ${id}, '식당', '글' from generate_series(1, ${posts}) returning id
    ) insert into post_stats (post_id) select id from added`.execute(database.db)
  return id
}

async function likeEverything(accountId: number): Promise<void> {
  await sql`insert into likes (post_id, account_id) select id, ${accountId} from posts`.execute(database.db)
  await sql`update post_stats set like_count = (select count(*) from likes where likes.post_id = post_stats.post_id)`.execute(
    database.db,
  )
}

const leave = (accountId: number) =>
  database.db.transaction().execute(async (tx) => {
    await lockPostsOf(tx, accountId)
    await eraseContentOf(tx, accountId)
  })

test('everybody who likes everything can leave at the same time, and the remaining counters are right', async () => {
  for (let round = 0; round < 3; round++) {
    const leavers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => writer(`${name}${round}`, 150)))
    const stays = await writer(`e${round}`, 50)
    for (const id of [...leavers, stays]) await likeEverything(id)
    await Promise.all(leavers.map(leave))
    expect(await countPostsAndGivenLikes(database.db, stays)).toEqual({ posts: 50, likes: 50 + round * 50 })
    const { rows } = await sql`select post_id from post_stats
      where like_count <> (select count(*) from likes where likes.post_id = post_stats.post_id)`.execute(database.db)
    expect(rows).toEqual([])
  }
})
