import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { moderationMessages, type ReportKind } from '#rules/moderation.ts'
import { uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openPostSite, type Person, type PostSite, refusal } from '#tests/post-site.ts'
import { holdLock, untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: { ...unlimited, LIMIT_REPORT: '5/1d', LIMIT_REPORT_NETWORK: '1000/1d' } })
let author: Person
let moderator: Person

beforeAll(async () => {
  author = await site.person({ username: '글쓴이' })
  moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
})

const as = (person: Person) => site.api.as(person)

/** One item of each kind by the author, with a reader's request for it. */
async function things(title = '신고될 글') {
  const post = await site.post({ author, title })
  const { id: comment } = await as(author).addComment({ post: await site.post(), text: '신고될 댓글' })
  const { id: collection } = await as(author).addCollection({ name: '신고될 모음', visibility: 'public' })
  return { post, comment, collection, author: author.handle }
}

test('a report hides the thing for its reporter at once, and for nobody else', async () => {
  const reporter = await site.person()
  const title = uniqueName()
  const { post, comment, collection } = await things(title)
  const { post: under } = (await as(author).editComment({ id: comment, text: '신고될 댓글' })) as { post: string }
  for (const [kind, id] of Object.entries({ post, comment, collection })) {
    await expect(as(reporter).report({ kind, id, reason: 'spam' })).resolves.toMatchObject({ count: 1 })
  }
  expect((await refusal(as(reporter).getPost({ id: post }))).code).toBe('NOT_FOUND')
  expect((await refusal(as(reporter).getCollection({ id: collection }))).code).toBe('NOT_FOUND')
  expect((await as(reporter).getComments({ post: under })).data).toEqual([])
  expect((await as(reporter).getPost({ id: under })).comments).toBe(0)
  expect((await as(reporter).getPosts({})).data.map(({ id }) => id)).not.toContain(post)
  expect((await as(reporter).getSearchPosts({ keyword: title })).data).toEqual([])
  expect((await site.api.getPost({ id: post })).title).toBe(title)
  expect((await site.api.getComments({ post: under })).data).toHaveLength(1)
})

test('a reported member is hidden for the reporter with all they wrote, and still sees the reporter', async () => {
  const reporter = await site.person({ username: '신고한 이웃' })
  const post = await site.post({ author })
  await as(reporter).report({ kind: 'author', id: author.handle, reason: 'abuse', text: '욕설을 해요.' })
  expect((await refusal(as(reporter).getAuthor({ handle: author.handle }))).code).toBe('NOT_FOUND')
  expect((await refusal(as(reporter).getPost({ id: post }))).code).toBe('NOT_FOUND')
  await expect(as(author).getAuthor({ handle: reporter.handle })).resolves.toMatchObject({ username: '신고한 이웃' })
})

test('the same report twice at once is one, and counts once', async () => {
  const reporter = await site.person()
  const { post } = await things()
  const twice = [1, 2, 3].map(() => as(reporter).report({ kind: 'post', id: post, reason: 'spam' }))
  const counts = await Promise.all(twice.map((call) => call.then(({ count }) => count).catch(() => 0)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  const { rows } = await sql`select from reports where post_id = ${post}`.execute(site.db)
  expect(rows).toHaveLength(1)
})

test('what moderators find nothing wrong with is shown to its reporter again, who may report each version some times', async () => {
  const reporter = await site.person()
  const { post } = await things()
  const report = () => as(reporter).report({ kind: 'post', id: post, reason: 'spam' })
  const decide = (action: 'dismiss' | 'reopen') => as(moderator).moderate({ kind: 'post', id: post, action })
  const isShown = async () => (await refusal(as(reporter).getPost({ id: post }))).code !== 'NOT_FOUND'
  const isListed = async () => (await allReports()).some(({ id, kind }) => kind === 'post' && id === post)
  for (let n = 0; n < 3; n++) {
    await expect(report()).resolves.toMatchObject({ count: 1 })
    expect([await isShown(), await isListed()]).toEqual([false, true])
    await decide('dismiss')
    expect([await isShown(), await isListed()]).toEqual([true, false])
  }
  expect(await refusal(report())).toMatchObject({ code: 'BAD_USER_INPUT', message: moderationMessages.reportedOften })
  await as(author).editPost({ id: post, title: '고친 글', contents: '다른 말' })
  await expect(report()).resolves.toMatchObject({ count: 1 })
  expect([await isShown(), await isListed()]).toEqual([false, true])
  await decide('dismiss')
  await decide('reopen')
  expect([await isShown(), await isListed()]).toEqual([false, true])
})

test('a member whose report is dismissed is shown again, one who is suspended for it is not', async () => {
  const [reporter, first, second] = [await site.person(), await site.person(), await site.person()]
  const isShown = async ({ handle }: Person) => (await refusal(as(reporter).getAuthor({ handle }))).code !== 'NOT_FOUND'
  for (const { handle } of [first, second])
    await as(reporter).report({ kind: 'author', id: handle, reason: 'abuse', text: '욕해요.' })
  await as(moderator).moderate({ kind: 'author', id: first.handle, action: 'dismiss' })
  await as(moderator).moderate({ kind: 'author', id: second.handle, action: 'suspend', reason: '욕설이에요.' })
  expect([await isShown(first), await isShown(second)]).toEqual([true, false])
})

test('a report can be taken back: its reporter sees the thing again, and moderators do not see the report', async () => {
  const [reporter, other] = [await site.person(), await site.person()]
  const { post, comment, collection } = await things()
  const reported = { post, comment, collection, author: other.handle }
  for (const [kind, id] of Object.entries(reported)) await as(reporter).report({ kind, id, reason: 'spam' })
  const listed = async () => (await as(reporter).getReported({})).map(({ kind, id }) => [kind, id])
  expect(await listed()).toEqual(Object.entries(reported).reverse())
  expect(await as(other).getReported({})).toEqual([])
  for (const [kind, id] of Object.entries(reported)) {
    const takeBack = (person: Person) => as(person).takeBackReport({ kind: kind as ReportKind, id })
    expect((await refusal(takeBack(author))).code).toBe('NOT_FOUND')
    const twice = await Promise.all([takeBack(reporter), takeBack(reporter)])
    expect(twice.map(({ count }) => count).sort()).toEqual([0, 1])
    expect((await allReports()).filter((one) => one.kind === kind && one.id === id)).toEqual([])
  }
  expect(await listed()).toEqual([])
  await as(moderator).moderate({ kind: 'post', id: post, action: 'reopen' })
  expect((await allReports()).filter((one) => one.kind === 'post' && one.id === post)).toEqual([])
  await expect(as(reporter).getPost({ id: post })).resolves.toMatchObject({ title: '신고될 글' })
  await expect(as(reporter).getAuthor({ handle: other.handle })).resolves.toMatchObject({ handle: other.handle })
  const restricted = as(await site.person({ restricted: true }))
  expect((await refusal(restricted.takeBackReport({ kind: 'post', id: post }))).code).toBe('FORBIDDEN')
  expect((await refusal(restricted.getReported({}))).code).toBe('FORBIDDEN')
  expect((await refusal(site.api.getReported({}))).code).toBe('UNAUTHENTICATED')
})

test('who takes a report back takes back no other member’s report of the same', async () => {
  const [reporter, other] = [await site.person(), await site.person()]
  const { post, comment, collection } = await things()
  const reported = { post, comment, collection, author: (await site.person()).handle }
  for (const [kind, id] of Object.entries(reported)) {
    for (const person of [reporter, other]) await as(person).report({ kind, id, reason: 'spam' })
    await as(reporter).takeBackReport({ kind: kind as ReportKind, id })
    const reports = (await allReports()).filter((one) => one.kind === kind && one.id === id)
    expect(reports, kind).toMatchObject([{ reporters: 1 }])
    expect((await as(other).getReported({})).map((one) => one.id)).toContain(id)
    expect((await as(reporter).getReported({})).map((one) => one.id)).not.toContain(id)
  }
  expect((await refusal(as(other).getPost({ id: post }))).code).toBe('NOT_FOUND')
})

test('reported things that their reporter may not know any more are not listed', async () => {
  const [reporter, blocking] = [await site.person(), await site.person()]
  const { post, collection } = await things()
  const ofBlocking = await site.post({ author: blocking })
  for (const id of [post, ofBlocking]) await as(reporter).report({ kind: 'post', id, reason: 'spam' })
  await as(reporter).report({ kind: 'collection', id: collection, reason: 'spam' })
  expect(await as(reporter).getReported({})).toHaveLength(3)
  await as(blocking).blockUser({ handle: reporter.handle, block: true })
  await as(author).editCollection({ id: collection, name: '나만 보는 이름', visibility: 'private' })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고' })
  expect(await as(reporter).getReported({})).toEqual([])
})

test('moderators read no collection that has become private', async () => {
  const { collection } = await things()
  await as(await site.person()).report({ kind: 'collection', id: collection, reason: 'spam' })
  await as(author).editCollection({ id: collection, name: '카나리아', about: '카나리아', visibility: 'private' })
  const entry = (await allReports()).find(({ id }) => id === collection)
  expect(entry).toMatchObject({ title: '', text: '' })
  for (const action of ['hide', 'remove'] as const) {
    const decided = as(moderator).moderate({ kind: 'collection', id: collection, action, reason: '광고예요.' })
    expect(await refusal(decided)).toMatchObject({ code: 'BAD_USER_INPUT', message: moderationMessages.private })
  }
  expect(JSON.stringify(await as(moderator).getReports({ decided: true }))).not.toContain('카나리아')
  await as(moderator).moderate({ kind: 'collection', id: collection, action: 'dismiss' })
  expect((await allReports()).map(({ id }) => id)).not.toContain(collection)
})

test('a reporter is not told of what they have reported, and counts it nowhere', async () => {
  const [reporter, noisy] = [await site.person(), await site.person()]
  const post = await site.post({ author: reporter })
  const unread = async () => (await as(reporter).getNotifications()).unread
  const { id: comment } = await as(author).addComment({ post, text: '나쁜 말' })
  await as(noisy).likePost({ id: post, isLike: true, jwt: noisy.handle })
  expect(await unread()).toBe(2)
  await as(reporter).report({ kind: 'comment', id: comment, reason: 'abuse' })
  expect(await unread()).toBe(1)
  await as(reporter).report({ kind: 'author', id: noisy.handle, reason: 'abuse' })
  expect(await unread()).toBe(0)
  await as(noisy).followUser({ handle: reporter.handle, follow: true })
  await as(noisy).addComment({ post, text: '또 나쁜 말' })
  expect(await unread()).toBe(0)
  // Only the notification of the like before the report exists, and none is stored for later.
  const { rows: written } = await sql`select from notification_actors
    where account_id = ${reporter.accountId} and actor_id = ${noisy.accountId}`.execute(site.db)
  expect(written).toHaveLength(1)
  const numberOf = async () => (await as(reporter).getAuthor({ handle: author.handle })).posts
  const ofAuthor = await site.post({ author })
  const before = await numberOf()
  await as(reporter).report({ kind: 'post', id: ofAuthor, reason: 'spam' })
  expect(await numberOf()).toBe(before - 1)
})

test('what somebody may not read, their own things and unknown reasons cannot be reported', async () => {
  const reporter = await site.person()
  const { id: secret } = await as(author).addCollection({ name: '나만 보는 모음' })
  const own = await site.post({ author: reporter })
  const post = await site.post({ author })
  const code = async (args: object) => (await refusal(as(reporter).call('report', args))).code
  expect(await code({ kind: 'collection', id: secret, reason: 'spam' })).toBe('NOT_FOUND')
  expect(await code({ kind: 'post', id: '999999', reason: 'spam' })).toBe('NOT_FOUND')
  expect(await code({ kind: 'author', id: 'nobody', reason: 'spam' })).toBe('NOT_FOUND')
  const hidden = await site.person()
  await sql`update accounts set hidden = true where id = ${hidden.accountId}`.execute(site.db)
  expect(await code({ kind: 'author', id: hidden.handle, reason: 'spam' })).toBe('NOT_FOUND')
  expect(await code({ kind: 'post', id: own, reason: 'spam' })).toBe('BAD_USER_INPUT')
  expect(await code({ kind: 'post', id: post, reason: 'dislike' })).toBe('BAD_USER_INPUT')
  expect(await code({ kind: 'place', id: post, reason: 'spam' })).toBe('BAD_USER_INPUT')
  expect(await code({ kind: 'post', id: post, reason: 'other' })).toBe('BAD_USER_INPUT')
  expect(await code({ kind: 'post', id: post, reason: 'other', text: '가'.repeat(501) })).toBe('BAD_USER_INPUT')
  const restricted = await site.person({ restricted: true })
  expect((await refusal(as(restricted).report({ kind: 'post', id: post, reason: 'spam' }))).code).toBe('FORBIDDEN')
  expect((await refusal(site.api.report({ kind: 'post', id: post, reason: 'spam' }))).code).toBe('UNAUTHENTICATED')
})

test.each(['the author blocks', 'the reporter blocks', 'the reporter has reported the author'])(
  '%s: what the public sees can still be reported by its id, and nothing else',
  async (way) => {
    const [reporter, writer] = [await site.person(), await site.person()]
    const block = (one: Person, other: Person) => as(one).blockUser({ handle: other.handle, block: true })
    const post = await site.post({ author: writer })
    const { id: comment } = await as(writer).addComment({ post: await site.post({ author: reporter }), text: '댓글' })
    const { id: collection } = await as(writer).addCollection({ name: '모음', visibility: 'public' })
    const { id: secret } = await as(writer).addCollection({ name: '나만 보는 모음' })
    const hidden = await site.post({ author: writer })
    await as(moderator).moderate({ kind: 'post', id: hidden, action: 'hide', reason: '광고' })
    const report = (kind: string, id: string) => as(reporter).call('report', { kind, id, reason: 'spam' })
    if (way === 'the author blocks') await block(writer, reporter)
    else if (way === 'the reporter blocks') await block(reporter, writer)
    else await report('author', writer.handle)
    for (const [kind, id] of Object.entries({ post: hidden, collection: secret })) {
      expect((await refusal(report(kind, id))).code, kind).toBe('NOT_FOUND')
    }
    for (const [kind, id] of Object.entries({ post, comment, collection })) {
      await expect(report(kind, id), kind).resolves.toMatchObject({ count: 1 })
    }
    const isFirst = way !== 'the reporter has reported the author'
    await expect(report('author', writer.handle)).resolves.toMatchObject({ count: Number(isFirst) })
    const entries = (await allReports()).filter(({ authorHandle }) => authorHandle === writer.handle)
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['author', 'collection', 'comment', 'post'])
  },
)

/** Runs a call that waits for an uncommitted deletion. */
async function duringDeletion(rows: RawBuilder<unknown>, call: () => Promise<unknown>): Promise<string | undefined> {
  const release = await holdLock(site.db, sql`delete from ${rows}`)
  const late = refusal(call())
  await untilStatementsWait(site.db, 1)
  await release()
  return (await late).code
}

test('a report of what is deleted meanwhile finds nothing, and one by who withdraws meanwhile has no session', async () => {
  const things: Record<ReportKind, (writer: Person) => Promise<[string, RawBuilder<unknown>]>> = {
    post: async (writer) => {
      const id = await site.post({ author: writer })
      return [id, sql`posts where id = ${id}`]
    },
    comment: async (writer) => {
      const { id } = await as(writer).addComment({ post: await site.post(), text: '댓글' })
      return [id, sql`comments where id = ${id}`]
    },
    collection: async (writer) => {
      const { id } = await as(writer).addCollection({ name: '모음', visibility: 'public' })
      return [id, sql`collections where key = ${id}`]
    },
    author: async ({ handle }) => [handle, sql`accounts where handle = ${handle}`],
  }
  for (const [kind, add] of Object.entries(things)) {
    const [reporter, gone, writer] = [await site.person(), await site.person(), await site.person()]
    const [id, rows] = await add(writer)
    const report = (by: Person) => () => as(by).call('report', { kind, id, reason: 'spam' })
    const byGone = await duringDeletion(sql`accounts where id = ${gone.accountId}`, report(gone))
    expect([kind, byGone]).toEqual([kind, 'UNAUTHENTICATED'])
    expect([kind, await duringDeletion(rows, report(reporter))]).toEqual([kind, 'NOT_FOUND'])
    // The withdrawal deletes the author too.
    const [another] = kind === 'author' ? [null] : await add(writer)
    if (another === null) continue
    const late = () => as(reporter).call('report', { kind, id: another, reason: 'spam' })
    const code = await duringDeletion(sql`accounts where id = ${writer.accountId}`, late)
    expect([kind, code]).toEqual([kind, 'NOT_FOUND'])
  }
})

test('members who report each other’s comments while they leave are never in each other’s way', async () => {
  const wanted = ['ok', 'NOT_FOUND', 'UNAUTHENTICATED']
  for (let round = 0; round < 12; round++) {
    const pair = [await site.person(), await site.person()] as const
    const ids: string[] = []
    for (const one of pair) ids.push((await as(one).addComment({ post: await site.post(), text: '댓글' })).id)
    const calls = pair.flatMap((one, n) => [
      as(one).call('report', { kind: 'comment', id: ids[1 - n], reason: 'spam' }),
      as(one).remove({ jwt: one.handle }),
    ])
    const outcomes = await Promise.all(calls.map(outcomeOf))
    expect(outcomes.filter((outcome) => !wanted.includes(outcome))).toEqual([])
  }
})

test('one account reports only so much a day', async () => {
  const reporter = await site.person()
  const codes: (string | undefined)[] = []
  for (let n = 0; n < 6; n++) {
    const id = await site.post({ author })
    codes.push((await refusal(as(reporter).report({ kind: 'post', id, reason: 'spam' }))).code)
  }
  expect(codes).toEqual([...Array(5).fill(undefined), 'RATE_LIMITED'])
})

test('many new accounts of one network hide nothing for others, and are one entry with one network', async () => {
  const { post } = await things()
  for (let n = 0; n < 20; n++) await as(await site.person()).report({ kind: 'post', id: post, reason: 'spam' })
  expect((await site.api.getPost({ id: post })).title).toBe('신고될 글')
  const entries = (await allReports()).filter(({ id, kind }) => kind === 'post' && id === post)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ reporters: 20, networks: 1, authorName: '글쓴이', title: '신고될 글' })
  expect(entries[0]?.reports[0]).toMatchObject({ isNew: true, reason: '광고나 도배예요' })
})

test('the reports are the oldest first, page by page', async () => {
  const reporter = await site.person()
  for (const [kind, id] of Object.entries(await things()))
    await as(reporter).call('report', { kind, id, reason: 'spam' })
  const all = await allReports()
  expect(all.length).toBeGreaterThan(3)
  expect(all.map(({ since }) => since)).toEqual(all.map(({ since }) => since).toSorted())
  const keys = all.map(({ kind, id }) => `${kind} ${id}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(all.map(({ kind }) => kind as ReportKind))).toEqual(
    new Set(['post', 'comment', 'collection', 'author']),
  )
})

async function allReports() {
  const found = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<PostSite['api']['getReports']>> = await as(moderator).getReports({ cursor })
    found.push(...page.data)
    cursor = page.nextCursor ?? null
  } while (cursor !== null)
  return found
}

test('a private collection that nobody reported is unknown to moderators, as one that does not exist', async () => {
  const { id } = await as(author).addCollection({ name: '나만 보는 모음', visibility: 'private' })
  const actions = ['note', 'dismiss', 'reopen', 'hide', 'restore', 'remove', 'suspend', 'lift', 'approve', 'read']
  const answers = async (id: string) =>
    Promise.all(
      actions.map(async (action) =>
        refusal(as(moderator).call('moderate', { kind: 'collection', id, action, reason: '광고', note: '메모' })),
      ),
    )
  const unknown = await answers(`${id.slice(0, -1)}${id.endsWith('a') ? 'b' : 'a'}`)
  expect(await answers(id)).toEqual(unknown)
  expect(unknown.find(({ code }) => code === 'NOT_FOUND')).toBeDefined()
})

test('moderators decide about no collection that is private meanwhile', async () => {
  const { collection } = await things()
  await as(await site.person()).report({ kind: 'collection', id: collection, reason: 'spam' })
  await as(author).editCollection({ id: collection, name: '이제 나만', visibility: 'private' })
  for (const action of ['hide', 'remove']) {
    const decided = as(moderator).call('moderate', { kind: 'collection', id: collection, action, reason: '광고' })
    expect(await refusal(decided), action).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  await expect(as(author).getCollection({ id: collection })).resolves.toMatchObject({
    collection: { hiddenBecause: null },
  })
})
