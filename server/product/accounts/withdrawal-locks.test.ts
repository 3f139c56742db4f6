import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

/**
 * Withdrawals, deletions and decisions of moderators beside another change of the same rows lock in one order, without
 * deadlocks.
 */
const site = await openPostSite({ env: unlimited })

async function withRole(role: 'moderator' | 'admin'): Promise<Person> {
  const person = await site.person()
  await sql`update accounts set role = ${role} where id = ${person.accountId}`.execute(site.db)
  return person
}

async function commented() {
  const [author, commenter] = [await site.person(), await site.person()]
  const post = await site.post({ author })
  const { id: comment } = await site.api.as(commenter).addComment({ post, text: '맛있어요' })
  const stats = sql`select from post_stats where post_id = ${post}::bigint`
  return { author, commenter, post, comment, stats }
}

const HELD = '붙잡을말'
const holdWord = () =>
  sql`insert into moderation_rules (kind, value) values ('word', ${HELD}) on conflict do nothing`.execute(site.db)

const leave = (person: Person) => site.api.as(person).remove({ jwt: person.handle })

/** Locks the rows and starts the calls one after the other, each when the one before waits for a lock. */
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
    await untilStatementsWait(site.db, outcomes.length)
  }
  await tx.commit().execute()
  return Promise.all(outcomes)
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

test.each(['hide', 'remove'] as const)('moderators %s a comment while its post is deleted', async (action) => {
  const moderator = await withRole('moderator')
  const { author, post, comment, stats } = await commented()
  const outcomes = await inOrder(
    stats,
    () => site.api.as(author).deletePost({ id: post }),
    () => site.api.as(moderator).moderate({ kind: 'comment', id: comment, action, reason: '스팸' }),
  )
  expect(outcomes).toEqual(['ok', 'NOT_FOUND'])
})

test.each(['author', 'commenter'] as const)('moderators hide a comment while the %s leaves', async (who) => {
  const moderator = await withRole('moderator')
  const { comment, stats, ...people } = await commented()
  const outcomes = await inOrder(
    stats,
    () => leave(people[who]),
    () => site.api.as(moderator).moderate({ kind: 'comment', id: comment, action: 'hide', reason: '스팸' }),
  )
  expect(outcomes).toEqual(['ok', 'NOT_FOUND'])
})

test('moderators decide about two comments of a member under a post', async () => {
  const [one, other] = [await withRole('moderator'), await withRole('moderator')]
  const { commenter, post, comment, stats } = await commented()
  const { id: second } = await site.api.as(commenter).addComment({ post, text: '또 왔어요' })
  const outcomes = await inOrder(
    stats,
    () => site.api.as(one).moderate({ kind: 'comment', id: comment, action: 'hide', reason: '스팸' }),
    () => site.api.as(other).moderate({ kind: 'comment', id: second, action: 'remove', reason: '스팸' }),
  )
  expect(outcomes).toEqual(['ok', 'ok'])
})

test.each(['before', 'after'])(
  'moderators hide all of a member, %s a post with their comments is deleted',
  async (when) => {
    const moderator = await withRole('moderator')
    const { author, commenter, post, stats } = await commented()
    await site.api.as(commenter).addComment({ post, text: '또 왔어요' })
    const suspension = {
      kind: 'author',
      id: commenter.handle,
      action: 'suspend',
      reason: '스팸',
      everything: true,
    } as const
    const suspend = () => site.api.as(moderator).moderate(suspension)
    const deletePost = () => site.api.as(author).deletePost({ id: post })
    const calls = when === 'before' ? [suspend, deletePost] : [deletePost, suspend]
    expect(await inOrder(stats, ...calls)).toEqual(['ok', 'ok'])
  },
)

test('a comment gets a word to hold while its post is deleted', async () => {
  await holdWord()
  const { author, commenter, post, comment, stats } = await commented()
  const outcomes = await inOrder(
    stats,
    () => site.api.as(author).deletePost({ id: post }),
    () => site.api.as(commenter).editComment({ id: comment, text: HELD }),
  )
  expect(outcomes).toEqual(['ok', 'NOT_FOUND'])
})

test.each(['hidden by moderators', 'held for a word'])('a collection is %s while its owner leaves', async (change) => {
  await holdWord()
  const [owner, moderator] = [await site.person(), await withRole('moderator')]
  const { id } = await site.api.as(owner).addCollection({ name: '모음', visibility: 'public' })
  const outcomes = await inOrder(
    sql`select from collections where key = ${id}`,
    () =>
      change === 'held for a word'
        ? site.api.as(owner).editCollection({ id, name: HELD, visibility: 'public' })
        : site.api.as(moderator).moderate({ kind: 'collection', id, action: 'hide', reason: '스팸' }),
    () => leave(owner),
  )
  // An edited collection is read again for the answer, when its owner may have left.
  const answers = change === 'held for a word' ? ['ok', 'NOT_FOUND'] : ['ok']
  expect(outcomes).toEqual([expect.toBeOneOf(answers), 'ok'])
})

test('two of three admins leave', async () => {
  const [first, second, third] = [await withRole('admin'), await withRole('admin'), await withRole('admin')]
  const outcomes = await inOrder(
    sql`select from accounts where id = ${first.accountId}`,
    () => leave(third),
    () => leave(second),
  )
  expect(outcomes).toEqual(['ok', 'ok'])
})

test('a member leaves while an admin follows them', async () => {
  const [admin, member] = [await withRole('admin'), await site.person()]
  const outcomes = await inOrder(
    sql`select from accounts where id = ${member.accountId}`,
    () => leave(member),
    () => site.api.as(admin).followUser({ handle: member.handle, follow: true }),
  )
  expect(outcomes).toEqual(['ok', 'NOT_FOUND'])
})
