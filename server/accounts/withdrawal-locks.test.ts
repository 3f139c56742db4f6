import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

/** A withdrawal beside another change of the same rows: both wait in one order, never in a circle. */
let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ env: unlimited })
})
afterAll(() => site.close())

const leave = (person: Person) => site.api.as(person).remove({ jwt: person.handle })

/** While the rows are locked, the calls start one after the other, each as soon as the one before waits. */
async function inOrder(rows: RawBuilder<unknown>, ...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const tx = await site.db.startTransaction().execute()
  await sql`${rows} for no key update`.execute(tx)
  const outcomes: Promise<unknown>[] = []
  for (const call of calls) {
    outcomes.push(
      call().then(
        () => 'ok',
        ({ code }) => code,
      ),
    )
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(outcomes.length)
  }
  await tx.commit().execute()
  return Promise.all(outcomes)
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db)
  return rows[0]?.count ?? 0
}

test('who likes a post leaves while it is deleted', async () => {
  const [author, fan] = [await site.person(), await site.person()]
  const id = await site.post({ author })
  await site.api.as(fan).likePost({ id, isLike: true, jwt: fan.handle })
  const outcomes = await inOrder(
    sql`select from likes where post_id = ${id}::bigint`,
    () => site.api.as(author).deletePost({ id }),
    () => leave(fan),
  )
  expect(outcomes).toEqual(['ok', 'ok'])
})

test('who was told of a post leaves while it is deleted', async () => {
  const [author, fan] = [await site.person(), await site.person()]
  await site.api.as(fan).followUser({ handle: author.handle, follow: true })
  const id = await site.post({ author })
  await site.mails()
  const outcomes = await inOrder(
    sql`select from notifications where account_id = ${fan.accountId}`,
    () => site.api.as(author).deletePost({ id }),
    () => leave(fan),
  )
  expect(outcomes).toEqual(['ok', 'ok'])
})

test.each(['moved', 'deleted'])('who wrote about collected places leaves while these are %s', async (change) => {
  const [owner, author, other] = [await site.person(), await site.person(), await site.person()]
  const api = site.api.as(owner)
  const { id } = await api.addCollection({ name: '모음' })
  const posts = [await site.post({ author }), await site.post({ author })]
  const moved = await site.post({ author: other })
  for (const post of [...posts.toReversed(), moved]) await api.putInCollection({ id, post })
  const outcomes = await inOrder(
    sql`select from collection_entries where post_id = ${posts[1]}::bigint`,
    () => (change === 'moved' ? api.moveInCollection({ id, post: moved, position: 1 }) : api.deleteCollection({ id })),
    () => leave(author),
  )
  expect(outcomes).toEqual(['ok', 'ok'])
})

test('a member who writes meanwhile leaves twice at once', async () => {
  const person = await site.person()
  const outcomes = await inOrder(
    sql`select from accounts where id = ${person.accountId}`,
    () => leave(person),
    async () => {
      await site.post({ author: person })
      return leave(person)
    },
  )
  expect(outcomes).toEqual(['ok', 'UNAUTHENTICATED'])
})
