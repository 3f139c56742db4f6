import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { peopleLimits } from '#rules/people.ts'
import { loadPeopleOf } from '#server/product/authors/get-authors.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const follow = (person: Person, other: Person, wanted = true) =>
  site.api.as(person).followUser({ handle: other.handle, follow: wanted })
const block = (person: Person, other: Person, wanted = true) =>
  site.api.as(person).blockUser({ handle: other.handle, block: wanted })
const authorFor = (person: Person, other: Person) => site.api.as(person).getAuthor({ handle: other.handle })

test('following is a wanted state, and both numbers tell it', async () => {
  const [fan, author] = [await site.person(), await site.person()]
  expect(await follow(fan, author)).toEqual({ count: 1, id: null })
  expect(await follow(fan, author)).toEqual({ count: 0, id: null })
  expect(await authorFor(fan, author)).toMatchObject({ followers: 1, following: 0, followed: true, blocked: false })
  expect(await authorFor(author, fan)).toMatchObject({ followers: 0, following: 1, followed: false })
  expect(await follow(fan, author, false)).toEqual({ count: 1, id: null })
  expect(await follow(fan, author, false)).toEqual({ count: 0, id: null })
  expect(await authorFor(fan, author)).toMatchObject({ followers: 0, followed: false })
})

test('visitors, restricted sessions and withdrawn members follow and block nobody, and nobody follows them', async () => {
  const author = await site.person()
  const restricted = await site.person({ restricted: true })
  const gone = await site.person()
  const goneClient = { ...gone, client: gone.client }
  await site.api.as(gone).remove({ jwt: gone.handle })
  const visitor = { ...author, client: site.api.fresh() }
  const expected = [
    [visitor, 'UNAUTHENTICATED'],
    [restricted, 'FORBIDDEN'],
    [goneClient, 'UNAUTHENTICATED'],
  ] as const
  for (const [caller, code] of expected) {
    const other = caller === visitor ? restricted : author
    for (const wanted of [true, false]) {
      expect((await refusal(follow(caller, other, wanted))).code).toBe(code)
      expect((await refusal(block(caller, other, wanted))).code).toBe(code)
    }
    expect((await refusal(site.api.as(caller).getPeople({ list: 'followers' }))).code).toBe(code)
    expect((await refusal(site.api.as(caller).getFollowedPosts())).code).toBe(code)
    expect((await refusal(site.api.as(caller).getActiveAuthors())).code).toBe(code)
  }
  expect(await refusal(follow(author, gone))).toMatchObject({ code: 'NOT_FOUND', message: '이웃을 찾을 수 없어요.' })
  expect((await refusal(authorFor(author, gone))).code).toBe('NOT_FOUND')
  expect((await refusal(follow(author, author))).code).toBe('BAD_USER_INPUT')
  expect((await refusal(block(author, author))).code).toBe('BAD_USER_INPUT')
  expect(await authorFor(author, author)).toMatchObject({ followers: 0, following: 0 })
})

test('a block ends both follows, and until it ends neither can follow', async () => {
  const [one, other] = [await site.person(), await site.person()]
  await follow(one, other)
  await follow(other, one)
  expect(await block(one, other)).toEqual({ count: 1, id: null })
  expect(await block(one, other)).toEqual({ count: 0, id: null })
  for (const pair of [[one, other] as const, [other, one] as const]) {
    expect((await refusal(follow(...pair))).code).toBe('NOT_FOUND')
    expect((await refusal(authorFor(...pair))).code).toBe('NOT_FOUND')
  }
  expect((await site.api.as(one).getPeople({ list: 'blocked' })).data).toMatchObject([
    { handle: other.handle, blocked: true },
  ])
  expect((await site.api.as(other).getPeople({ list: 'blocked' })).data).toEqual([])
  const unknown = { code: 'NOT_FOUND', message: '이웃을 찾을 수 없어요.' }
  for (const wanted of [true, false]) {
    expect(await refusal(block(other, one, wanted))).toEqual(unknown)
    expect(await refusal(follow(other, one, wanted))).toEqual(unknown)
  }
  await block(one, other, false)
  expect(await authorFor(other, one)).toMatchObject({ followed: false, followers: 0 })
  expect(await follow(other, one)).toMatchObject({ count: 1 })
})

test('whoever follows and is blocked at once, again and again, follows nobody afterwards', async () => {
  for (let round = 0; round < 20; round++) {
    const [one, other] = [await site.person(), await site.person()]
    await Promise.all([
      ...[1, 2, 3].map(() => follow(other, one).catch((error) => error)),
      ...[block(one, other), block(other, one)].map((call) => call.catch((error) => error)),
      follow(one, other).catch((error) => error),
    ])
    const { rows } = await sql`select from follows where account_id in (${one.accountId}, ${other.accountId})`.execute(
      site.db,
    )
    expect(rows).toEqual([])
  }
})

test('two who follow and block each other withdraw at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const people = await Promise.all([1, 2, 3, 4].map(() => site.person()))
    for (const one of people) for (const other of people) if (one !== other) await follow(one, other)
    const [first, second, third] = people as [Person, Person, Person, Person]
    await block(first, second)
    await sql`insert into blocks (account_id, author_id) values (${second.accountId}, ${first.accountId})`.execute(
      site.db,
    )
    const left = [first, second, third].map((person) => site.api.as(person).remove({ jwt: person.handle }))
    const late = [follow(people[3] as Person, first), block(people[3] as Person, second)].map((call) =>
      call.then(
        () => 'ok',
        (error) => error.code,
      ),
    )
    await expect(Promise.all(left)).resolves.toHaveLength(3)
    for (const outcome of await Promise.all(late)) expect(['ok', 'NOT_FOUND']).toContain(outcome)
  }
  expect((await sql`select from follows union all select from blocks`.execute(site.db)).rows.length).toBeLessThan(100)
})

test('the list of blocked people shows the nickname, and nothing else of who has blocked back', async () => {
  const [one, other, fan] = [await site.person(), await site.person({ username: '종달새' }), await site.person()]
  await sql`update accounts set about = '서울의 빵집' where id = ${other.accountId}`.execute(site.db)
  await sql`insert into image_uses (account_id, url) values (${other.accountId}, 'https://x.kr/a.jpg')`.execute(site.db)
  await follow(fan, other)
  await follow(other, fan)
  await block(one, other)
  // Data of earlier releases may hold blocks in both directions.
  await sql`insert into blocks (account_id, author_id) values (${other.accountId}, ${one.accountId})`.execute(site.db)
  const [listed] = (await site.api.as(one).getPeople({ list: 'blocked' })).data
  expect(listed).toMatchObject({ username: '종달새', image: null, about: '', followers: 0, following: 0, posts: 0 })
  expect(await authorFor(fan, other)).toMatchObject({ about: '서울의 빵집', followers: 1, following: 1 })
})

test('nobody follows a member who is hidden or waits for approval, and the export names none', async () => {
  const [fan, author] = [await site.person(), await site.person()]
  for (const column of ['hidden', 'is_pending'] as const) {
    const set = (value: boolean) =>
      sql`update accounts set ${sql.ref(column)} = ${value} where id = ${author.accountId}`.execute(site.db)
    await set(true)
    expect((await refusal(follow(fan, author))).code).toBe('NOT_FOUND')
    expect((await refusal(block(fan, author))).code).toBe('NOT_FOUND')
    await set(false)
  }
  await follow(fan, author)
  expect(await loadPeopleOf(site.db, fan.accountId)).toMatchObject({ following: [{ handle: author.handle }] })
  await sql`update accounts set hidden = true where id = ${author.accountId}`.execute(site.db)
  expect(await loadPeopleOf(site.db, fan.accountId)).toEqual({ following: [], blocked: [], alike: [] })
  expect(await follow(fan, author, false)).toMatchObject({ count: 1 })
})

test('nobody follows or blocks more than the limit', async () => {
  const [person, one] = [await site.person(), await site.person()]
  const others = sql`insert into accounts (handle, email, email_key, username, question_index, answer_sealed)
    select lpad(n::text, 22, 'x'), n || '@x.kr', n || '@x.kr', '이웃', 0, '' from generate_series(1, ${peopleLimits.follows}) n
    on conflict do nothing`
  await others.execute(site.db)
  for (const [table, call, sentence] of [
    ['follows', follow, '이웃은 2,000명까지 팔로우할 수 있어요.'],
    ['blocks', block, '이웃은 2,000명까지 차단할 수 있어요.'],
  ] as const) {
    await sql`insert into ${sql.table(table)} (account_id, author_id)
      select ${person.accountId}, id from accounts where email like '%@x.kr'`.execute(site.db)
    expect(await refusal(call(person, one))).toMatchObject({ code: 'BAD_USER_INPUT', message: sentence })
    await sql`delete from ${sql.table(table)} where account_id = ${person.accountId}
      and author_id = (select max(author_id) from ${sql.table(table)})`.execute(site.db)
    expect(await call(person, one)).toMatchObject({ count: 1 })
  }
})

test('lists of people are for the person alone, the last added first, and page without loss', async () => {
  const author = await site.person()
  const fans = []
  for (let n = 0; n < 65; n++) fans.push(await site.person())
  for (const fan of fans) await follow(fan, author)
  const [hidden] = fans.splice(60, 1)
  await sql`update accounts set hidden = true where id = ${hidden?.accountId}`.execute(site.db)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { data: { handle: string }[]; nextCursor: string | null } = await site.api
      .as(author)
      .getPeople({ list: 'followers', cursor })
    seen.push(...page.data.map(({ handle }) => handle))
    cursor = page.nextCursor
    if (cursor !== null) {
      const asOther = site.api.as(fans[0] as Person)
      expect((await refusal(asOther.getPeople({ list: 'followers', cursor }))).code).toBe('BAD_USER_INPUT')
      const otherList = site.api.as(author).getPeople({ list: 'following', cursor })
      expect((await refusal(otherList)).code).toBe('BAD_USER_INPUT')
    }
  } while (cursor !== null)
  expect(seen).toEqual(fans.map(({ handle }) => handle).reverse())
  expect((await site.api.as(author).getPeople({ list: 'following' })).data).toEqual([])
  expect((await site.api.as(fans[0] as Person).getPeople({ list: 'following' })).data).toMatchObject([
    { handle: author.handle, followed: true, followers: 64 },
  ])
})

test('the numbers are as long as the lists, whoever is hidden or reported', async () => {
  const [member, hidden, reported, seen] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ]
  for (const other of [hidden, reported, seen])
    for (const pair of [
      [member, other],
      [other, member],
    ] as const)
      await follow(...pair)
  const numbers = async () => {
    const { followers, following } = await authorFor(member, member)
    return [followers, following]
  }
  const lists = async () => {
    const load = async (list: string) => (await site.api.as(member).call('getPeople', { list })) as { data: unknown[] }
    return [(await load('followers')).data.length, (await load('following')).data.length]
  }
  expect([await numbers(), await lists()]).toEqual([
    [3, 3],
    [3, 3],
  ])
  await sql`update accounts set hidden = true where id = ${hidden.accountId}`.execute(site.db)
  expect([await numbers(), await lists()]).toEqual([
    [2, 2],
    [2, 2],
  ])
  await site.api.as(member).report({ kind: 'author', id: reported.handle, reason: 'abuse', text: '욕해요.' })
  expect([await numbers(), await lists()]).toEqual([
    [1, 1],
    [1, 1],
  ])
  const { followers, following } = await authorFor(seen, member)
  expect([followers, following]).toEqual([2, 2])
})
