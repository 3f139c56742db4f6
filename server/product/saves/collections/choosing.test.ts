import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { openPlanSite } from '#tests/plan-site.ts'
import { type Person, refusal } from '#tests/post-site.ts'

const { site, as, heart, page, heartsOf, plan } = await openPlanSite()
const NOT_FOUND = { message: serverFailureMessages.noCollection, code: 'NOT_FOUND' }

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    ({ code }) => code,
  )

type Visibility = 'private' | 'link' | 'public'

test('each member has one heart on a place; the owner sees names, and others numbers', async () => {
  const [owner, one, other] = [await site.person(), await site.person(), await site.person()]
  const { id, posts } = await plan(owner, 3)
  const [first = '', second = ''] = posts
  expect(await heart(one, id, first)).toEqual({ count: 1, id })
  expect(await heart(one, id, first)).toEqual({ count: 1, id })
  expect(await heart(other, id, first)).toEqual({ count: 2, id })
  expect(await heart(owner, id, second)).toEqual({ count: 1, id })
  const own = await page(owner, id)
  expect(own).toMatchObject({ choosers: 3, chosen: true })
  expect(own.entries.map(({ hearts, hearted, heartedBy }) => [hearts, hearted, heartedBy])).toEqual([
    [2, false, [other.handle, one.handle]],
    [1, true, [owner.handle]],
    [0, false, []],
  ])
  expect(own.chosenBy.map(({ handle }) => handle)).toEqual([owner.handle, other.handle, one.handle])
  const theirs = await page(one, id)
  expect(theirs).toMatchObject({ choosers: 3, chosen: true, chosenBy: [] })
  expect(theirs.entries.map(({ hearts, hearted, heartedBy }) => [hearts, hearted, heartedBy])).toEqual([
    [2, true, []],
    [1, false, []],
    [0, false, []],
  ])
  const visitor = await site.api.fresh().getCollection({ id })
  expect(visitor).toMatchObject({ choosers: 3, chosen: false, chosenBy: [] })
  expect(JSON.stringify(visitor)).not.toContain(one.handle)
  expect(await heart(one, id, first, false)).toEqual({ count: 1, id })
  expect(await heart(one, id, first, false)).toEqual({ count: 1, id })
  expect(await page(one, id)).toMatchObject({ choosers: 2, chosen: false })
})

test('only members put hearts, on places of a collection that they may read and that is not private', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const restricted = await site.person({ restricted: true })
  const [open, secret] = [await plan(owner), await plan(owner, 1, 'private')]
  expect(await refusal(site.api.fresh().setHeart({ id: open.id, post: open.first, on: true }))).toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  expect(await refusal(heart(restricted, open.id, open.first))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(heart(other, secret.id, secret.first))).toEqual(NOT_FOUND)
  expect(await refusal(heart(owner, secret.id, secret.first))).toMatchObject({
    message: collectionMessages.heartPrivate,
  })
  for (const id of ['', 'x', '\u0000', `${open.id.slice(0, -1)}_`]) {
    expect(await refusal(heart(other, id, open.first))).toEqual(NOT_FOUND)
  }
  const gone = { code: 'NOT_FOUND', message: collectionMessages.noEntry }
  expect(await refusal(heart(other, open.id, secret.first))).toEqual(gone)
  expect(await refusal(heart(other, open.id, '999999999'))).toEqual(gone)
})

test('a collection that becomes private hides its hearts, which are there when it is shared again', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const { id, first } = await plan(owner)
  await heart(other, id, first)
  const edit = (visibility: Visibility) => as(owner).editCollection({ id, name: '저녁', visibility })
  await edit('private')
  expect(await page(owner, id)).toMatchObject({ choosers: 0, chosenBy: [], entries: [{ hearts: 0 }, { hearts: 0 }] })
  expect((await as(owner).getNotifications()).data).toEqual([])
  await edit('public')
  expect(await heartsOf(owner, id)).toEqual([1, 0])
})

test('50 members choose together besides the owner, also when the last ones come at once', async () => {
  const owner = await site.person()
  const { id, posts, first } = await plan(owner)
  const people = await Promise.all(Array.from({ length: collectionLimits.choosers + 2 }, () => site.person()))
  const [blocked = owner, ...others] = people
  await heart(blocked, id, first)
  for (const person of others.slice(0, collectionLimits.choosers - 2)) await heart(person, id, first)
  const last = await Promise.all(
    others.slice(-3).map((person) => heart(person, id, first).then(String, ({ message }) => message)),
  )
  expect(last.filter((message) => message === collectionMessages.choosers)).toHaveLength(2)
  const refused = others.slice(-3)[last.indexOf(collectionMessages.choosers)] ?? owner
  // A member with a seat may put more hearts.
  expect(await heart(blocked, id, posts[1] ?? '')).toEqual({ count: 1, id })
  await heart(owner, id, first)
  await as(owner).blockUser({ handle: blocked.handle, block: true })
  expect(await heart(refused, id, first)).toMatchObject({ count: collectionLimits.choosers + 1 })
})

test('who is in a block with the owner neither chooses nor sees, and counts for nobody', async () => {
  const [owner, member, other] = [await site.person(), await site.person(), await site.person()]
  const { id, first } = await plan(owner)
  await as(owner).setPlan({ id, membersAdd: true })
  const post = await site.post()
  await as(member).putInCollection({ id, post })
  await heart(member, id, first)
  await heart(other, id, first)
  for (const [from, to] of [
    [owner, member],
    [member, owner],
  ] as const) {
    await as(from).blockUser({ handle: to.handle, block: true })
    for (const call of [
      () => page(member, id),
      () => heart(member, id, first),
      () => heart(member, id, first, false),
      () => as(member).putInCollection({ id, post: first }),
      () => as(member).takeFromCollection({ id, post }),
    ])
      expect(await refusal(call())).toEqual(NOT_FOUND)
    for (const reader of [owner, other]) expect(await heartsOf(reader, id)).toEqual([1, 0, 0])
    expect(await page(owner, id)).toMatchObject({
      choosers: 1,
      entries: [{ heartedBy: [other.handle] }, {}, { addedBy: null }],
    })
    expect(JSON.stringify((await as(owner).getNotifications()).data)).not.toContain(member.handle)
    await as(from).blockUser({ handle: to.handle, block: false })
    expect(await heartsOf(owner, id)).toEqual([2, 0, 0])
  }
  await as(other).blockUser({ handle: member.handle, block: true })
  expect(await heartsOf(other, id)).toEqual([1, 0, 0])
  expect(await heart(other, id, first)).toMatchObject({ count: 1 })
  expect(await heartsOf(owner, id)).toEqual([2, 0, 0])
})

test('a place that a member does not see takes no heart of theirs', async () => {
  const [owner, member, author] = [await site.person(), await site.person(), await site.person()]
  const { id, first } = await plan(owner, 1, 'link', author)
  await as(author).blockUser({ handle: member.handle, block: true })
  expect(await refusal(heart(member, id, first))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await heart(owner, id, first)).toMatchObject({ count: 1 })
})

test('hearts and names of who was suspended with all they wrote are not shown', async () => {
  const [owner, member] = [await site.person(), await site.person()]
  const { id, first } = await plan(owner)
  await heart(member, id, first)
  await sql`update accounts set hidden = true where id = ${member.accountId}`.execute(site.db)
  expect(await page(owner, id)).toMatchObject({
    choosers: 0,
    chosenBy: [],
    entries: [{ hearts: 0, heartedBy: [] }, {}],
  })
})

test('who leaves takes all hearts back, and their name from what they added, also once it is private', async () => {
  const [owner, member, other] = [await site.person(), await site.person(), await site.person()]
  const { id, posts, first } = await plan(owner)
  await as(owner).setPlan({ id, membersAdd: true })
  await as(member).putInCollection({ id, post: await site.post() })
  for (const post of posts) await heart(member, id, post)
  await heart(other, id, first)
  expect(await as(member).leavePlan({ id })).toEqual({ count: 3, id })
  expect(await as(member).leavePlan({ id })).toEqual({ count: 0, id })
  expect(await page(owner, id)).toMatchObject({
    choosers: 1,
    entries: [{ hearts: 1 }, { hearts: 0 }, { addedBy: null }],
  })
  await as(owner).editCollection({ id, name: '나만', visibility: 'private' })
  expect(await as(other).leavePlan({ id })).toEqual({ count: 1, id })
  for (const person of [other, member]) expect(await refusal(as(person).leavePlan({ id }))).toEqual(NOT_FOUND)
  for (const unknown of ['', 'x', '\u0000'])
    expect(await refusal(as(other).leavePlan({ id: unknown }))).toEqual(NOT_FOUND)
})

test('the owner is told once of all who choose in a collection, until they take it back', async () => {
  const [owner, one, other] = [await site.person(), await site.person(), await site.person()]
  const { id, posts, first } = await plan(owner)
  const second = await plan(owner, 1)
  await heart(owner, id, first)
  for (const post of posts) await heart(one, id, post)
  await heart(other, id, first)
  await as(owner).setPlan({ id: second.id, membersAdd: true })
  await as(one).putInCollection({ id: second.id, post: await site.post() })
  const { data, unread } = await as(owner).getNotifications()
  expect(unread).toBe(2)
  expect(data).toMatchObject([
    { kind: 'plan', collection: second.id, post: null, title: '토요일 저녁', actorCount: 1 },
    { kind: 'plan', collection: id, actorCount: 2, actors: [{ handle: other.handle }, { handle: one.handle }] },
  ])
  await as(owner).readNotifications({ upTo: data[0]?.id ?? '' })
  await heart(other, id, first, false)
  await heart(other, id, first)
  expect((await as(owner).getNotifications()).unread).toBe(0)
  await as(other).leavePlan({ id })
  expect((await as(owner).getNotifications()).data[1]).toMatchObject({ actorCount: 1 })
  await as(owner).switchNotifications({ kind: 'plan', on: false })
  await heart(await site.person(), second.id, second.first)
  expect((await as(owner).getNotifications()).data[0]).toMatchObject({ collection: second.id, actorCount: 1 })
  await as(owner).deleteCollection({ id: second.id })
  expect((await as(owner).getNotifications()).data.map(({ collection }) => collection)).toEqual([id])
})

test('a withdrawal takes hearts and names with it, and the owner’s the whole plan', async () => {
  const [owner, member, other] = [await site.person(), await site.person(), await site.person()]
  const { id, first } = await plan(owner)
  await as(owner).setPlan({ id, membersAdd: true })
  await as(member).putInCollection({ id, post: await site.post() })
  for (const person of [member, other]) await heart(person, id, first)
  await as(member).remove({ jwt: member.handle })
  expect(await page(owner, id)).toMatchObject({ choosers: 1, entries: [{ hearts: 1 }, {}, { addedBy: null }] })
  const of = (person: Person) =>
    site.db.selectFrom('collection_hearts').selectAll().where('account_id', '=', person.accountId).execute()
  expect(await of(member)).toEqual([])
  await as(owner).remove({ jwt: owner.handle })
  expect(await of(other)).toEqual([])
})

test('hearts go on with a place whose post goes, and join where two places become one', async () => {
  const [owner, one, other] = [await site.person(), await site.person(), await site.person()]
  const place = { place_name: '역삼마당집', lat: 37.5006, lng: 127.0364 }
  const [lasting, going] = [await site.post({ author: owner, ...place }), await site.post({ author: one, ...place })]
  const elsewhere = await site.post({ author: owner, title: '아직 장소가 없는 글' })
  const { id } = await as(owner).addCollection({ name: '모음', visibility: 'link' })
  for (const post of [going, elsewhere]) await as(owner).putInCollection({ id, post })
  await heart(one, id, going)
  await as(one).deletePost({ id: going })
  expect((await page(owner, id)).entries).toMatchObject([{ id: lasting, hearts: 1, heartedBy: [one.handle] }, {}])
  for (const person of [one, other]) await heart(person, id, elsewhere)
  await as(owner).editPost({ id: elsewhere, title: '이제 같은 곳', contents: '맛있어요.', ...place })
  expect((await page(owner, id)).entries).toMatchObject([{ hearts: 2 }])
  expect((await page(owner, id)).entries).toHaveLength(1)
})

test('the same heart twice at once counts once, and hearts while the place or the plan goes leave nothing', async () => {
  for (let round = 0; round < 5; round++) {
    const [owner, one, other] = [await site.person(), await site.person(), await site.person()]
    const { id, posts, first } = await plan(owner, 2)
    const twice = await Promise.all([heart(one, id, first), heart(one, id, first)])
    expect(twice.map(({ count }) => count)).toEqual([1, 1])
    const taken = await Promise.all([
      outcome(heart(other, id, first)),
      outcome(as(owner).takeFromCollection({ id, post: first })),
      outcome(heart(one, id, first, false)),
      outcome(as(one).leavePlan({ id })),
    ])
    expect(taken.filter((code) => code !== 'ok' && code !== 'NOT_FOUND')).toEqual([])
    const ended = await Promise.all([
      ...[one, other, owner].map((person) => outcome(heart(person, id, posts[1] ?? ''))),
      outcome(as(owner).editCollection({ id, name: '나만', visibility: 'private' })),
      outcome(as(owner).deleteCollection({ id })),
      outcome(as(other).leavePlan({ id })),
      outcome(as(one).remove({ jwt: one.handle })),
    ])
    const allowed = ['ok', 'NOT_FOUND', 'BAD_USER_INPUT', 'UNAUTHENTICATED']
    expect(ended.filter((code) => !allowed.includes(code))).toEqual([])
    const left = await site.db
      .selectFrom('collection_hearts')
      .select('post_id')
      .where('post_id', 'in', posts.map(Number))
    expect(await left.execute()).toEqual([])
  }
})

test('members who put hearts on each other’s plans leave at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const people = await Promise.all([1, 2, 3].map(() => site.person()))
    const plans = await Promise.all(people.map((person) => plan(person)))
    for (const person of people)
      for (const { id, posts } of plans) for (const post of posts) await heart(person, id, post)
    await expect(Promise.all(people.map((person) => as(person).remove({ jwt: person.handle })))).resolves.toHaveLength(
      3,
    )
  }
})
