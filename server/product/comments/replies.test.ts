import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commentMessages, FIRST_REPLIES_PER_THREAD, MOST_COUNTED_REPLIES, REPLIES_PER_PAGE } from '#rules/comment.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited, listens: true })

const add = (person: Person, post: string, text: string, parent?: string) =>
  site.api.as(person).addComment({ post, text, ...(parent !== undefined && { parent }) })
const listOf = (post: string, reader?: Person) =>
  (reader ? site.api.as(reader) : site.api.fresh()).getComments({ post })
const textsOf = async (post: string, reader?: Person) => (await listOf(post, reader)).data.map(({ text }) => text)

/** A thread with its first comment by `writer`. */
async function thread(replies = 0) {
  const [author, writer, guest] = [await site.person(), await site.person(), await site.person()]
  const post = await site.post({ author })
  const { id } = await add(writer, post, '첫 댓글')
  const ids: string[] = []
  for (let n = 1; n <= replies; n++) ids.push((await add(guest, post, `답글 ${n}`, id)).id)
  return { author, writer, guest, post, id, replies: ids }
}

test('replies are after the comment they belong to, the oldest first, also those to a reply, and are counted', async () => {
  const { post, id, writer, guest, author } = await thread()
  const reply = await add(guest, post, '답글', id)
  expect(reply).toMatchObject({ parent: id, mine: true, text: '답글' })
  expect(await add(author, post, '답글의 답글', reply.id)).toMatchObject({ parent: id })
  await add(writer, post, '다른 댓글')
  const { data, more } = await listOf(post)
  expect(data.map(({ text, parent }) => [text, parent])).toEqual([
    ['다른 댓글', null],
    ['첫 댓글', null],
    ['답글', id],
    ['답글의 답글', id],
  ])
  expect(more).toEqual([])
  expect((await site.api.getPost({ id: post })).comments).toBe(4)
})

test('a reply is refused to a comment of another post, to one that is gone, hidden or of somebody blocked, and without words', async () => {
  const { post, id, writer, guest } = await thread()
  const elsewhere = await thread()
  const own = await add(guest, post, '감춘 내 댓글')
  await sql`update comments set hidden = true where id = ${own.id}`.execute(site.db)
  const hidden = await add(writer, post, '감춘 댓글')
  await sql`update comments set hidden = true where id = ${hidden.id}`.execute(site.db)
  const gone = await add(writer, post, '지운 댓글')
  await site.api.as(writer).deleteComment({ id: gone.id })
  const missing = { code: 'NOT_FOUND', message: commentMessages.notFound }
  for (const parent of [elsewhere.id, own.id, hidden.id, gone.id, '999999999', '0', 'abc', '', '1e9']) {
    expect(await refusal(add(guest, post, '답글', parent))).toMatchObject(missing)
  }
  for (const args of [{ text: '' }, { text: '', tasty: true }]) {
    const refused = await refusal(site.api.as(guest).addComment({ post, parent: id, ...args }))
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', message: commentMessages.empty })
  }
  for (const [one, other] of [
    [guest, writer],
    [writer, guest],
  ] as const) {
    await site.api.as(one).blockUser({ handle: other.handle, block: true })
    expect(await refusal(add(guest, post, '답글', id))).toMatchObject(missing)
    await site.api.as(one).blockUser({ handle: other.handle, block: false })
  }
  expect((await listOf(post)).data).toHaveLength(1)
  const stayed = await add(guest, post, '답글', id)
  expect(await refusal(site.api.as(guest).editComment({ id: stayed.id, text: '' }))).toMatchObject({
    message: commentMessages.empty,
  })
})

test('the key of a request is of one place', async () => {
  const { post, id, guest } = await thread()
  const args = { post, text: '답글', parent: id, key: 'once' }
  const ids = await Promise.all(Array.from({ length: 5 }, () => site.api.as(guest).addComment(args)))
  expect(new Set(ids.map((one) => one.id)).size).toBe(1)
  const { parent, ...alone } = args
  expect(await refusal(site.api.as(guest).addComment(alone))).toMatchObject({ message: serverFailureMessages.usedKey })
})

test('the replies of a deleted comment stay in their place until the last one is deleted', async () => {
  const { post, id, writer, guest, replies } = await thread(2)
  await add(guest, post, '뒤의 댓글')
  await site.api.as(writer).deleteComment({ id })
  expect((await listOf(post)).data.map(({ text, parent }) => [text, parent])).toEqual([
    ['뒤의 댓글', null],
    ['답글 1', id],
    ['답글 2', id],
  ])
  expect((await site.api.getPost({ id: post })).comments).toBe(3)
  expect(await add(writer, post, '답글 3', replies[0])).toMatchObject({ parent: id })
  await site.api.as(writer).remove({ jwt: writer.handle })
  for (const reply of replies) await site.api.as(guest).deleteComment({ id: reply })
  expect(await textsOf(post)).toEqual(['뒤의 댓글'])
  expect((await site.api.getReplies({ parent: id })).data).toEqual([])
  expect((await site.api.getPost({ id: post })).comments).toBe(1)
})

test('who withdraws leaves no word, and the replies of others', async () => {
  const { post, id, writer, guest } = await thread(1)
  await add(writer, post, '떠나는 답글', id)
  await site.api.as(writer).remove({ jwt: writer.handle })
  expect(await textsOf(post)).toEqual(['답글 1'])
  await site.api.as(guest).remove({ jwt: guest.handle })
  expect(await textsOf(post)).toEqual([])
  const rows = await sql`select from comments where post_id = ${post}`.execute(site.db)
  expect(rows.rows).toEqual([])
})

test('a hidden, reported or blocked comment hides none of the replies of others, and hidden replies leave no thread', async () => {
  const { post, id, writer, guest, replies, author } = await thread(1)
  const reader = await site.person()
  await site.api.as(reader).call('report', { kind: 'comment', id, reason: 'spam' })
  expect(await textsOf(post, reader)).toEqual(['답글 1'])
  await site.api.as(guest).blockUser({ handle: writer.handle, block: true })
  expect(await textsOf(post, guest)).toEqual(['답글 1'])
  expect(await textsOf(post, writer)).toEqual(['첫 댓글'])
  const moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  const hide = (item: string) =>
    site.api.as(moderator).moderate({ kind: 'comment', id: item, action: 'hide', reason: '욕설이에요.' })
  await hide(id)
  expect(await textsOf(post)).toEqual(['답글 1'])
  expect(await textsOf(post, writer)).toEqual(['첫 댓글'])
  expect(await textsOf(post, moderator)).toEqual(['첫 댓글', '답글 1'])
  await hide(replies[0] ?? '')
  expect(await textsOf(post)).toEqual([])
  expect(await textsOf(post, author)).toEqual([])
})

test('the rest of a long thread is read page by page, without a reply that is missed or shown twice', async () => {
  const { post, id, guest } = await thread(1)
  await sql`insert into comments (post_id, account_id, thread_id, text)
    select ${post}, ${guest.accountId}, ${id}, '답글 ' || n from generate_series(2, 1000) n`.execute(site.db)
  await sql`update post_stats set comment_count = 1001 where post_id = ${post}`.execute(site.db)
  const { data, more } = await listOf(post)
  expect(data).toHaveLength(1 + FIRST_REPLIES_PER_THREAD)
  expect(more).toMatchObject([{ parent: id, count: MOST_COUNTED_REPLIES }])
  const texts = data.slice(1).map(({ text }) => text)
  let next: { cursor: string; count: number } | null | undefined = more[0]
  while (next) {
    const page: Awaited<ReturnType<typeof site.api.getReplies>> = await site.api.getReplies({
      parent: id,
      cursor: next.cursor,
    })
    expect(page.data.length).toBeLessThanOrEqual(REPLIES_PER_PAGE)
    texts.push(...page.data.map(({ text }) => text))
    next = page.more
    if (texts.length === 500) await site.api.as(guest).deleteComment({ id: page.data.at(-1)?.id ?? '' })
  }
  expect(texts).toEqual(Array.from({ length: 1000 }, (_, n) => `답글 ${n + 1}`))
  const whole = await site.api.getReplies({ parent: id })
  expect([whole.data[0]?.text, whole.more?.count]).toEqual(['답글 1', MOST_COUNTED_REPLIES])
  expect(await add(guest, post, '답글 1001', id)).toMatchObject({ parent: id })
})

const first = async (person: Person, post: string) => (await add(person, post, '답글 없는 댓글')).id

test('a cursor is of one thread, and a thread of a post that the reader may see', async () => {
  const [one, other] = [await thread(5), await thread(5)]
  const [more] = (await listOf(one.post)).more
  for (const cursor of [more?.cursor, 'x', '']) {
    expect(await refusal(site.api.getReplies({ parent: other.id, cursor }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  const [, , , , last = ''] = one.replies
  expect((await site.api.getReplies({ parent: last })).data.map(({ id }) => id)).toEqual(one.replies)
  for (const parent of ['999999999', 'abc', await first(one.guest, one.post)]) {
    expect(await refusal(site.api.getReplies({ parent }))).toMatchObject({ message: commentMessages.notFound })
  }
  await site.api.as(one.author).blockUser({ handle: other.guest.handle, block: true })
  expect(await refusal(site.api.as(other.guest).getReplies({ parent: one.id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('threads with and without their first comment follow each other over pages', async () => {
  const { author, post, id, guest } = await thread()
  const ids = [id]
  for (let n = 0; n < 24; n++) ids.push((await add(guest, post, `댓글 ${n}`)).id)
  for (const one of ids.filter((_, n) => n % 2)) await add(author, post, `답글 ${one}`, one)
  for (const one of ids.filter((_, n) => n % 4 === 1)) await site.api.as(author).deleteComment({ id: one })
  const threads: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listOf>> = await site.api.getComments({ post, cursor })
    threads.push(...new Set(page.data.map((one) => one.parent ?? one.id)))
    cursor = page.nextCursor
  } while (cursor)
  expect(threads).toEqual(ids.toReversed())
})

test('a reply is seen at once by who asks without an account', async () => {
  const { post, id, guest } = await thread(4)
  const read = async () => {
    const query = `{ getComments(post: "${post}") { more { count } } getReplies(parent: "${id}") { data { text } } }`
    const { data } = JSON.parse((await site.api.post({ query })).text)
    return [data.getComments.more[0].count, data.getReplies.data.length]
  }
  expect(await read()).toEqual([1, 4])
  await add(guest, post, '바로 보여요.', id)
  expect(await read()).toEqual([2, 5])
})

test('replies at once while their comment, its author and their author go leave whole threads and true counters', async () => {
  const ends = new Set<string | undefined>()
  for (let round = 0; round < 6; round++) {
    const { post, id, writer, guest, replies } = await thread(2)
    const crowd = await Promise.all(Array.from({ length: 4 }, () => site.person()))
    const racing = [
      ...crowd.map((person, n) => add(person, post, `@${writer.username} 늦었나요 ${n}`, n % 2 ? id : replies[0])),
      site.api.as(guest).deleteComment({ id: replies[1] ?? '' }),
      round % 2 ? site.api.as(writer).deleteComment({ id }) : site.api.as(writer).remove({ jwt: writer.handle }),
      ...(round % 3 ? [] : [site.api.as(guest).remove({ jwt: guest.handle })]),
    ].map((call) =>
      call.then(
        () => undefined,
        ({ code }) => code as string,
      ),
    )
    for (const end of await Promise.all(racing)) ends.add(end)
    const { data } = await site.api.fresh().getReplies({ parent: id })
    expect(await textsOf(post)).toEqual(data.slice(0, 3).map(({ text }) => text))
    expect((await site.api.fresh().getPost({ id: post })).comments).toBe(data.length)
  }
  expect([...ends].filter((code) => !['NOT_FOUND', 'UNAUTHENTICATED', undefined].includes(code))).toEqual([])
})

test('the number of a hidden reply, or of one by somebody blocked, leads to no thread but for who wrote it', async () => {
  const { writer, guest, post, id } = await thread(1)
  const other = await site.person()
  const [hidden, blocked] = [await add(guest, post, '감춘 답글', id), await add(other, post, '막힌 이의 답글', id)]
  await sql`update comments set hidden = true where id = ${hidden.id}`.execute(site.db)
  await site.api.as(writer).blockUser({ handle: other.handle, block: true })
  const outcome = (reader: Person | null, parent: string) =>
    (reader ? site.api.as(reader) : site.api.fresh()).getReplies({ parent }).then(
      ({ data }) => data.length > 0,
      ({ code }) => code,
    )
  expect(await outcome(null, hidden.id)).toBe('NOT_FOUND')
  expect(await outcome(writer, hidden.id)).toBe('NOT_FOUND')
  expect(await outcome(writer, blocked.id)).toBe('NOT_FOUND')
  expect(await outcome(null, blocked.id)).toBe(true)
  expect(await outcome(guest, hidden.id)).toBe(true)
})
