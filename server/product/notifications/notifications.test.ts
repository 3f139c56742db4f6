import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const like = (person: Person, id: string, isLike = true) =>
  site.api.as(person).likePost({ id, isLike, jwt: person.handle })
const follow = (person: Person, { handle }: Person, wanted = true) =>
  site.api.as(person).followUser({ handle, follow: wanted })
const listOf = (person: Person) => site.api.as(person).getNotifications()
const shortOf = async (person: Person) =>
  (await listOf(person)).data.map(({ kind, actors, read }) => [kind, actors.map(({ username }) => username), read])
const people = (...names: string[]) => Promise.all(names.map((username) => site.person({ username })))

async function badgeOf({ client }: Person): Promise<number> {
  const query = '{ getPosts { data { id } } }'
  return JSON.parse((await client.post({ query, extensions: { reader: true } })).text).extensions.reader.unread
}

test('likes, comments and follows are told in groups, the latest first, with who did it', async () => {
  const [author, one, two, three, four] = (await people('글쓴이', '하나', '두리', '세나', '네나')) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
  const image = await site.picture(author)
  const post = await site.post({ author, title: '을지로 손칼국수', image })
  for (const person of [one, two, three, four]) await like(person, post)
  await follow(two, author)
  const { id: comment } = await site.api.as(three).addComment({ post, text: '면이 두툼해요.' })
  const { data, unread } = await listOf(author)
  expect(unread).toBe(3)
  expect(data).toMatchObject([
    { kind: 'comment', actorCount: 1, post, comment, text: '면이 두툼해요.', read: false },
    { kind: 'follow', actorCount: 1, post: null, title: null, actors: [{ handle: two.handle }] },
    { kind: 'like', actorCount: 4, post, title: '을지로 손칼국수', image, comment: null, text: null },
  ])
  expect(data[2]?.actors.map(({ username }) => username)).toEqual(['네나', '세나', '두리'])
  expect(await badgeOf(author)).toBe(3)
  expect(await badgeOf(one)).toBe(0)
})

test('liking and unliking again and again is one notification, and reading it once is enough', async () => {
  const [author, fan] = (await people('글쓴이', '팬')) as [Person, Person]
  const post = await site.post({ author })
  for (let n = 0; n < 100; n++) await like(fan, post, n % 2 === 0)
  await like(fan, post)
  const { data } = await listOf(author)
  expect(data).toHaveLength(1)
  await site.api.as(author).readNotifications({ upTo: data[0]?.id ?? '' })
  for (let n = 0; n < 100; n++) await like(fan, post, n % 2 === 1)
  expect(await listOf(author)).toMatchObject({ unread: 0, data: [{ kind: 'like', actorCount: 1, read: true }] })
  const { rows } = await sql<{ count: number }>`select count(*) from notification_actors x
    join notifications n on n.id = x.notification_id where n.post_id = ${post}::bigint`.execute(site.db)
  expect(rows).toEqual([{ count: 1 }])
})

test('what is taken back is neither shown nor counted', async () => {
  const [author, one, two] = (await people('글쓴이', '하나', '두리')) as [Person, Person, Person]
  const post = await site.post({ author })
  for (const person of [one, two]) await like(person, post)
  await follow(one, author)
  const comment = await site.api.as(one).addComment({ post, text: '지울 글' })
  expect((await listOf(author)).unread).toBe(3)
  await like(one, post, false)
  await follow(one, author, false)
  await site.api.as(one).deleteComment({ id: comment.id })
  expect(await shortOf(author)).toEqual([['like', ['두리'], false]])
  expect(await badgeOf(author)).toBe(1)
  await site.api.as(two).remove({ jwt: two.handle })
  expect(await listOf(author)).toMatchObject({ data: [], unread: 0 })
})

test('comments of one person under one post stay one notification, which tells the last and is new again', async () => {
  const [author, guest] = (await people('글쓴이', '손님')) as [Person, Person]
  const post = await site.post({ author })
  for (let n = 0; n < 50; n++) await site.api.as(guest).addComment({ post, text: `${n}번째` })
  const { data } = await listOf(author)
  expect(data).toMatchObject([{ kind: 'comment', text: '49번째', actorCount: 1 }])
  await site.api.as(author).readNotifications({ upTo: data[0]?.id ?? '' })
  await site.api.as(guest).addComment({ post, text: '하나 더' })
  expect(await listOf(author)).toMatchObject({ unread: 1, data: [{ text: '하나 더', read: false }] })
})

test('a deleted comment leaves the notification as old, and as read, as what is left of it', async () => {
  const [author, one, two] = (await people('글쓴이', '하나', '두리')) as [Person, Person, Person]
  const post = await site.post({ author })
  const add = (person: Person, text: string) => site.api.as(person).addComment({ post, text })
  await add(one, '먼저')
  const [first] = (await listOf(author)).data
  const passing = await add(two, '스쳐 가요')
  await site.api.as(two).deleteComment({ id: passing.id })
  expect((await listOf(author)).data).toEqual([first])
  await site.api.as(author).readNotifications({ upTo: first?.id ?? '' })
  // Also of one's own notifications: the one before remains.
  for (const person of [two, one]) {
    const { id } = await add(person, '또 스쳐 가요')
    expect(await badgeOf(author)).toBe(1)
    await site.api.as(person).deleteComment({ id })
    expect(await listOf(author)).toMatchObject({ unread: 0, data: [{ ...first, read: true }] })
  }
  const only = await site.post({ author })
  const { id } = await site.api.as(one).addComment({ post: only, text: '하나뿐' })
  await site.api.as(one).deleteComment({ id })
  expect(await badgeOf(author)).toBe(0)
  // Unread counts what was never read, whatever is deleted.
  await add(two, '남아요')
  await site.api.as(one).deleteComment({ id: (await add(one, '가요')).id })
  expect(await listOf(author)).toMatchObject({ unread: 1, data: [{ text: '남아요', read: false }] })
})

test('who deletes comments again and again makes nothing new any more, and what they write then is still shown', async () => {
  const [author, guest] = (await people('글쓴이', '손님')) as [Person, Person]
  const post = await site.post({ author })
  const badges: number[] = []
  for (let n = 0; n < 6; n++) {
    const { id } = await site.api.as(guest).addComment({ post, text: `${n}번째` })
    badges.push(await badgeOf(author))
    await site.api.as(guest).deleteComment({ id })
  }
  expect(badges).toEqual([1, 1, 1, 0, 0, 0])
  await site.api.as(guest).addComment({ post, text: '정말로' })
  expect(await listOf(author)).toMatchObject({ unread: 0, data: [{ text: '정말로', read: true }] })
})

test('comments of one post are written and deleted by many at once, and nothing waits in a circle', async () => {
  const [author, ...crowd] = (await people('글쓴이', '하나', '두리', '세나')) as [Person, ...Person[]]
  const post = await site.post({ author })
  const actions = crowd.flatMap((person) =>
    [1, 2, 3].map(async () => {
      for (let n = 0; n < 5; n++) {
        const { id } = await site.api.as(person).addComment({ post, text: '글' })
        await site.api.as(n % 2 === 0 ? author : person).deleteComment({ id })
      }
    }),
  )
  await Promise.all(actions)
  expect(await listOf(author)).toMatchObject({ unread: 0, data: [] })
  expect((await site.api.as(author).getPost({ id: post })).comments).toBe(0)
})

test('one person causes twenty new notifications for another in a day, whatever they do', async () => {
  const [author, fan, other] = (await people('글쓴이', '팬', '다른이')) as [Person, Person, Person]
  const posts = []
  for (let n = 0; n < 25; n++) posts.push(await site.post({ author }))
  for (const post of posts) await like(fan, post)
  await follow(fan, author)
  expect((await listOf(author)).unread).toBe(20)
  await like(other, posts[24] ?? '')
  expect((await listOf(author)).unread).toBe(21)
})

test('nobody is told of what they do themselves, of whom they do not see, or of what they have switched off', async () => {
  const [author, hidden, guest] = (await people('글쓴이', '숨은이', '손님')) as [Person, Person, Person]
  const post = await site.post({ author })
  await like(author, post)
  await site.api.as(author).addComment({ post, text: '제 글이에요.' })
  await like(hidden, post)
  await site.api.as(hidden).addComment({ post, text: '막기 전' })
  expect((await listOf(author)).unread).toBe(2)
  await site.api.as(hidden).blockUser({ handle: author.handle, block: true })
  expect(await listOf(author)).toMatchObject({ data: [], unread: 0 })
  expect(await badgeOf(author)).toBe(0)
  await site.api.as(author).switchNotifications({ kind: 'like', on: false })
  await like(guest, post)
  await follow(guest, author)
  expect(await shortOf(author)).toEqual([['follow', ['손님'], false]])
  expect(await site.api.as(author).getNotificationSwitches()).toEqual([
    { kind: 'like', on: false },
    { kind: 'comment', on: true },
    { kind: 'reply', on: true },
    { kind: 'mention', on: true },
    { kind: 'follow', on: true },
    { kind: 'post', on: true },
    { kind: 'plan', on: true },
  ])
  await site.api.as(guest).switchNotifications({ kind: 'like', on: false })
  expect(await site.api.as(author).switchNotifications({ kind: 'like', on: true })).toMatchObject({ count: 1 })
  expect((await site.api.as(guest).getNotificationSwitches())[0]).toEqual({ kind: 'like', on: false })
  expect(await site.api.as(author).switchNotifications({ kind: 'like', on: true })).toMatchObject({ count: 0 })
})

test('each kind that is switched off is told no more, and the others are', async () => {
  const [author, guest] = (await people('글쓴이', '손님')) as [Person, Person]
  const post = await site.post({ author })
  const api = site.api.as(author)
  const acts = {
    like: () => like(guest, post),
    comment: () => site.api.as(guest).addComment({ post, text: '저도요.' }),
    follow: () => follow(guest, author),
  }
  for (const kind of ['like', 'comment', 'follow'] as const) {
    await api.switchNotifications({ kind, on: false })
    for (const act of Object.values(acts)) await act()
    const told = (await listOf(author)).data.map((notification) => notification.kind)
    expect(told.toSorted()).toEqual(
      Object.keys(acts)
        .filter((other) => other !== kind)
        .toSorted(),
    )
    await api.switchNotifications({ kind, on: true })
    await like(guest, post, false)
    await follow(guest, author, false)
    await sql`delete from notifications`.execute(site.db)
  }
})

test('followers hear of five new posts a day, once each, unless they have switched that off', async () => {
  const [author, follower, quiet] = (await people('글쓴이', '이웃', '조용한이')) as [Person, Person, Person]
  for (const person of [follower, quiet]) await follow(person, author)
  await site.api.as(quiet).switchNotifications({ kind: 'post', on: false })
  const posts: string[] = []
  for (let n = 0; n < 7; n++) posts.push(await site.post({ author, title: `새 글 ${n}` }))
  await site.mails()
  expect((await listOf(follower)).data.map(({ kind, title, actors }) => [kind, title, actors[0]?.handle])).toEqual(
    [4, 3, 2, 1, 0].map((n) => ['post', `새 글 ${n}`, author.handle]),
  )
  expect((await listOf(quiet)).data).toEqual([])
  const again = JSON.stringify({ postId: Number(posts[0]) })
  await sql`select graphile_worker.add_job('notify_followers', ${again}::json)`.execute(site.db)
  await site.mails()
  expect((await listOf(follower)).unread).toBe(5)
  await site.api.as(author).deletePost({ id: posts[0] ?? '' })
  expect((await listOf(follower)).unread).toBe(4)
})

test('who deletes each new post before the next tells followers of no more than five', async () => {
  const [author, follower] = (await people('글쓴이', '이웃')) as [Person, Person]
  await follow(follower, author)
  const told: number[] = []
  for (let n = 0; n < 7; n++) {
    const id = await site.post({ author })
    await site.mails()
    told.push((await listOf(follower)).unread)
    await site.api.as(author).deletePost({ id })
  }
  expect(told).toEqual([1, 1, 1, 1, 1, 0, 0])
})

test('pages follow each other by key, and up to one of them is marked as read', async () => {
  const [author, fan] = (await people('글쓴이', '팬')) as [Person, Person]
  const posts = []
  for (let n = 0; n < 45; n++) {
    posts.push(await site.post({ author, title: `글 ${n}` }))
    await like(n < 20 ? fan : await site.person(), posts[n] ?? '')
  }
  const titles: (string | null)[] = []
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listOf>> = await site.api.as(author).getNotifications({ cursor })
    titles.push(...page.data.map(({ title }) => title))
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(titles).toEqual(Array.from({ length: 45 }, (_, n) => `글 ${44 - n}`))
  expect(await site.api.as(author).readNotifications({ upTo: ids[10] ?? '' })).toMatchObject({ count: 35 })
  expect(await site.api.as(author).readNotifications({ upTo: ids[10] ?? '' })).toMatchObject({ count: 0 })
  const { unread, data } = await listOf(author)
  expect([unread, data[9]?.read, data[10]?.read]).toEqual([10, false, true])
  const { nextCursor } = await listOf(author)
  expect(await refusal(site.api.as(fan).getNotifications({ cursor: nextCursor }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('nobody else reads, marks or switches them', async () => {
  const [author, fan] = (await people('글쓴이', '팬')) as [Person, Person]
  await like(fan, await site.post({ author }))
  const upTo = (await listOf(author)).data[0]?.id ?? ''
  expect(await refusal(site.api.as(fan).readNotifications({ upTo }))).toMatchObject({ code: 'NOT_FOUND' })
  const restricted = await site.person({ restricted: true })
  const gone = await site.person()
  await site.api.as(gone).remove({ jwt: gone.handle })
  for (const [api, code] of [
    [site.api.fresh(), 'UNAUTHENTICATED'],
    [site.api.as(restricted), 'FORBIDDEN'],
    [site.api.as(gone), 'UNAUTHENTICATED'],
  ] as const) {
    expect(await refusal(api.getNotifications())).toMatchObject({ code })
    expect(await refusal(api.getNotificationSwitches())).toMatchObject({ code })
    expect(await refusal(api.readNotifications({ upTo }))).toMatchObject({ code })
    expect(await refusal(api.switchNotifications({ kind: 'like', on: false }))).toMatchObject({ code })
  }
  expect((await listOf(author)).unread).toBe(1)
})

test('after ninety days they are gone, and with the account at once', async () => {
  const [author, fan] = (await people('글쓴이', '팬')) as [Person, Person]
  const [old, recent] = [await site.post({ author }), await site.post({ author })]
  for (const post of [old, recent]) await like(fan, post)
  await sql`update notifications set at = now() - interval '91 days' where post_id = ${old}::bigint`.execute(site.db)
  await sql`select graphile_worker.add_job('purge_expired')`.execute(site.db)
  await site.mails()
  expect((await listOf(author)).data.map(({ post }) => post)).toEqual([recent])
  await site.api.as(author).remove({ jwt: author.handle })
  for (const table of ['notifications', 'notification_actors'] as const) {
    const rows = site.db.selectFrom(table).select('account_id').where('account_id', '=', author.accountId)
    expect(await rows.execute()).toEqual([])
  }
})

test('members who notify each other all the time leave at once, and nothing waits in a circle', async () => {
  for (let round = 0; round < 4; round++) {
    const crowd = await people('하나', '두리', '세나')
    const posts: string[] = []
    for (const author of crowd) posts.push(await site.post({ author }))
    const actions = crowd.flatMap((person) =>
      posts.flatMap((post) => [
        () => like(person, post),
        () => site.api.as(person).addComment({ post, text: '글' }),
        ...crowd.filter((one) => one !== person).map((one) => () => follow(person, one)),
      ]),
    )
    await Promise.all(actions.slice(0, actions.length / 2).map((action) => action()))
    const leaving = crowd.slice(0, 2).map((person) => () => site.api.as(person).remove({ jwt: person.handle }))
    const outcomes = await Promise.all(
      [...actions, ...leaving].map((action) =>
        action().then(
          () => 'ok',
          (error: { code?: string }) => error.code,
        ),
      ),
    )
    // A deadlock would be INTERNAL; a busy machine may refuse to wait so long.
    expect(
      outcomes.filter((code) => !['ok', 'NOT_FOUND', 'UNAUTHENTICATED', 'UNAVAILABLE'].includes(code ?? '')),
    ).toEqual([])
  }
})
