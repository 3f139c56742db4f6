import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import { buildUser } from '#tests/factories.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

type Visibility = 'private' | 'link' | 'public'
const NOT_FOUND = { message: serverFailureMessages.noCollection, code: 'NOT_FOUND' }

const add = async (person: Person, visibility: Visibility = 'private', name = '성수 데이트') =>
  (await site.api.as(person).addCollection({ name, visibility })).id
const put = (person: Person, id: string, post: string, note?: string) =>
  site.api.as(person).putInCollection({ id, post, ...(note !== undefined && { note }) })
const titlesOf = async (person: Person, id: string) =>
  (await site.api.as(person).getCollection({ id })).entries.map(({ title }) => title)

async function filled(person: Person, titles: readonly string[], visibility: Visibility = 'private') {
  const id = await add(person, visibility)
  const posts: string[] = []
  for (const title of titles) {
    const post = await site.post({ author: person, title })
    await put(person, id, post)
    posts.push(post)
  }
  return { id, posts }
}

test('a new collection is empty and private, and its texts are cleaned', async () => {
  const person = await site.person()
  const made = await site.api.as(person).addCollection({ name: '  성수\u200b  데이트 ', about: ' 걸어서 십오 분\n' })
  expect(made).toMatchObject({
    name: '성수 데이트',
    about: '걸어서 십오 분',
    visibility: 'private',
    count: 0,
    cover: null,
  })
  expect(made.id).toMatch(/^[\w-]{22}$/)
  expect(made.owner.handle).toBe(person.handle)
})

test('a second request with the same key adds nothing, and one with other contents is refused', async () => {
  const person = await site.person()
  const ask = (name: string) => site.api.as(person).addCollection({ name, key: 'one' })
  const [first, again] = await Promise.all([ask('가'), ask('가')])
  expect(again.id).toBe(first.id)
  expect(await refusal(ask('나'))).toMatchObject({ code: 'CONFLICT' })
  expect(await site.api.as(person).getCollections({ handle: person.handle })).toHaveLength(1)
})

test('texts beyond their limits are refused with a sentence', async () => {
  const person = await site.person()
  const api = site.api.as(person)
  const id = await add(person)
  const post = await site.post()
  expect(await refusal(api.addCollection({ name: ' ' }))).toMatchObject({ message: collectionMessages.nameEmpty })
  for (const call of [
    () => api.addCollection({ name: '가'.repeat(31) }),
    () => api.addCollection({ name: '가', about: '가'.repeat(201) }),
    () => api.putInCollection({ id, post, note: '가'.repeat(101) }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  await api.addCollection({ name: '😀'.repeat(30), about: '가'.repeat(200) })
})

test('posts are added at the end, once, with a note that can be changed', async () => {
  const person = await site.person()
  const { id, posts } = await filled(person, ['가', '나'])
  const [first = ''] = posts
  expect(await put(person, id, first)).toEqual({ count: 0, id })
  expect(await put(person, id, first, '창가 자리')).toEqual({ count: 1, id })
  expect(await put(person, id, first, '창가 자리')).toEqual({ count: 0, id })
  const { entries, collection } = await site.api.as(person).getCollection({ id })
  expect(entries).toMatchObject([
    { id: first, title: '가', note: '창가 자리' },
    { title: '나', note: '' },
  ])
  expect(collection.count).toBe(2)
  expect(await site.api.as(person).takeFromCollection({ id, post: first })).toEqual({ count: 1, id })
  expect(await site.api.as(person).takeFromCollection({ id, post: first })).toEqual({ count: 0, id })
  expect(await refusal(put(person, id, '999999999'))).toMatchObject({ code: 'NOT_FOUND' })
})

test('an entry moves to any position, and the others close up', async () => {
  const person = await site.person()
  const { id, posts } = await filled(person, ['가', '나', '다', '라'])
  const move = (index: number, position: number) =>
    site.api.as(person).moveInCollection({ id, post: posts[index] ?? '', position })
  await move(0, 3)
  expect(await titlesOf(person, id)).toEqual(['나', '다', '가', '라'])
  await move(3, 1)
  expect(await titlesOf(person, id)).toEqual(['라', '나', '다', '가'])
  expect((await move(0, 99)).count).toBe(0)
  expect(await refusal(move(0, 0))).toMatchObject({ code: 'BAD_USER_INPUT' })
  await Promise.all([move(0, 1), move(1, 1), move(2, 1), move(3, 1)])
  expect((await titlesOf(person, id)).toSorted()).toEqual(['가', '나', '다', '라'])
})

test('a collection takes 200 places and a member 100 collections, also when many come at once', async () => {
  const person = await site.person()
  const id = await add(person)
  await sql`insert into collection_entries (collection_id, post_id, position, note)
    select c.id, 1000000 + n, n, '' from collections c, generate_series(1, ${collectionLimits.entries - 1}) n
    where c.key = ${id}`.execute(site.db)
  const posts = await Promise.all(Array.from({ length: 3 }, () => site.post()))
  const puts = await Promise.all(posts.map((post) => put(person, id, post).then(String, ({ message }) => message)))
  expect(puts.filter((outcome) => outcome === collectionMessages.full)).toHaveLength(2)
  await sql`insert into collections (key, account_id, name, about, visibility, normal, grams)
    select substr(md5(n::text || ${person.handle}), 1, 22), ${person.accountId}, 'x', '', 'private', '', '{}'
    from generate_series(1, ${collectionLimits.collections - 2}) n`.execute(site.db)
  const adds = await Promise.all(
    [1, 2, 3].map(() =>
      add(person).then(
        () => 'ok',
        ({ message }) => message,
      ),
    ),
  )
  expect(adds.filter((outcome) => outcome === collectionMessages.tooMany)).toHaveLength(2)
})

test('whoever has the link reads a shared collection, and nobody else’s private one', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const [hidden, linked, open] = await Promise.all([add(owner), add(owner, 'link'), add(owner, 'public')])
  for (const api of [site.api, site.api.as(other)]) {
    expect(await refusal(api.getCollection({ id: hidden }))).toEqual(NOT_FOUND)
    for (const id of [linked, open]) expect((await api.getCollection({ id })).collection.mine).toBe(false)
    expect((await api.getCollections({ handle: owner.handle })).map(({ id }) => id)).toEqual([open])
  }
  expect(await site.api.as(owner).getCollections({ handle: owner.handle })).toHaveLength(3)
  await site.api.as(owner).editCollection({ id: linked, name: '이제 나만', visibility: 'private' })
  expect(await refusal(site.api.getCollection({ id: linked }))).toEqual(NOT_FOUND)
})

test('ids near a known one, and unknown ones, are the same answer as a private one', async () => {
  const id = await add(await site.person())
  const guesses = Array.from({ length: 36 }, (_, n) => id.slice(0, -1) + n.toString(36)).filter((guess) => guess !== id)
  const answers = new Set<string>()
  for (const guess of [...guesses, id, randomBytes(16).toString('base64url'), '', '\u0000', 'x'.repeat(5000)]) {
    answers.add(JSON.stringify(await refusal(site.api.getCollection({ id: guess }))))
  }
  expect([...answers]).toEqual([JSON.stringify(NOT_FOUND)])
})

test('only its owner changes a collection, signed in with their own password', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const restricted = await site.person({ restricted: true })
  const { id, posts } = await filled(owner, ['가', '나'], 'link')
  const { id: hidden } = await filled(owner, ['가'])
  const [post = ''] = posts
  const changes = (api: typeof site.api, id: string) => [
    () => api.editCollection({ id, name: '빼앗음', visibility: 'public' }),
    () => api.deleteCollection({ id }),
    () => api.putInCollection({ id, post, note: '빼앗음' }),
    () => api.takeFromCollection({ id, post }),
    () => api.moveInCollection({ id, post, position: 2 }),
  ]
  for (const change of changes(site.api, id)) expect(await refusal(change())).toMatchObject({ code: 'UNAUTHENTICATED' })
  for (const change of changes(site.api.as(restricted), id)) {
    expect(await refusal(change())).toMatchObject({ code: 'FORBIDDEN' })
  }
  await sql`update collections set account_id = ${restricted.accountId} where key = ${hidden}`.execute(site.db)
  expect(await refusal(site.api.as(restricted).getCollection({ id: hidden }))).toEqual(NOT_FOUND)
  expect(await site.api.as(restricted).getCollections({ handle: restricted.handle })).toEqual([])
  expect(await refusal(site.api.as(restricted).addCollection({ name: '새' }))).toMatchObject({ code: 'FORBIDDEN' })
  await sql`update collections set account_id = ${owner.accountId} where key = ${hidden}`.execute(site.db)
  for (const change of changes(site.api.as(other), id))
    expect(await refusal(change())).toMatchObject({ code: 'FORBIDDEN' })
  for (const change of changes(site.api.as(other), hidden)) expect(await refusal(change())).toEqual(NOT_FOUND)
  expect(await titlesOf(owner, id)).toEqual(['가', '나'])
  expect((await site.api.as(owner).getCollection({ id })).entries.map(({ note }) => note)).toEqual(['', ''])
})

test('a search finds public collections by all words of their names, never others', async () => {
  const person = await site.person()
  const word = `모음${randomBytes(4).toString('hex')}`
  const open = await add(person, 'public', `${word} 국물`)
  for (const visibility of ['private', 'link'] as const) await add(person, visibility, `${word} 국물`)
  const find = async (keyword: string) => (await site.api.getSearchCollections({ keyword })).map(({ id }) => id)
  expect(await find(word)).toEqual([open])
  expect(await find(`국물 ${word}`)).toEqual([open])
  expect(await find(`${word} 빵`)).toEqual([])
  expect(await find('')).toEqual([])
})

test('each of one’s own says whether it has a post, and shows its first three pictures', async () => {
  const person = await site.person()
  const api = site.api.as(person)
  const id = await add(person)
  const without = await add(person)
  const posts = []
  for (let n = 0; n < 4; n++) {
    const image = n === 1 ? null : await site.picture(person)
    posts.push(await site.post({ author: person, image }))
  }
  for (const post of posts) await put(person, id, post)
  const asked = await api.getCollections({ handle: person.handle, post: posts[0] ?? '' })
  expect(asked.map((collection) => [collection.id, collection.has])).toEqual([
    [id, true],
    [without, false],
  ])
  const [{ covers = [], cover } = {}] = asked
  expect(covers).toHaveLength(3)
  expect(cover).toEqual(covers[0])
})

test('an entry stays when its post goes, without words once the author has withdrawn', async () => {
  const [owner, author] = [await site.person(), await site.person()]
  const id = await add(owner, 'public')
  const place = { place_name: '노형식당', address: '제주시 노형동', lat: 33.4, lng: 126.4 }
  const [named, unnamed] = [
    await site.post({ author, title: '카나리아', ...place }),
    await site.post({ author, title: '카나리아' }),
  ]
  for (const post of [named, unnamed]) await put(owner, id, post, '메모')
  await site.api.as(author).deletePost({ id: named })
  const entry = { post: null, title: '노형식당', note: '메모', address: '제주시 노형동', lat: 33.4 }
  expect((await site.api.getCollection({ id })).entries[0]).toMatchObject(entry)
  await site.api.as(author).remove({ jwt: author.handle })
  for (const left of (await site.api.getCollection({ id })).entries)
    expect(left).toMatchObject({ post: null, title: '', note: '메모', address: null, lat: null })
  await site.api.as(owner).remove({ jwt: owner.handle })
  expect(await refusal(site.api.getCollection({ id }))).toEqual(NOT_FOUND)
  expect(await site.db.selectFrom('collection_entries').selectAll().where('note', '=', '메모').execute()).toEqual([])
})

test('people who collected each other’s posts can leave at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const people = await Promise.all([1, 2, 3].map(() => site.person()))
    const posts = await Promise.all(people.map((author) => site.post({ author })))
    for (const person of people) {
      const id = await add(person)
      for (const post of posts) await put(person, id, post)
    }
    await expect(
      Promise.all(people.map((person) => site.api.as(person).remove({ jwt: person.handle }))),
    ).resolves.toHaveLength(3)
  }
})

test('a collection is edited, filled, ordered and deleted at once: nothing fails, and nothing of it is left', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await site.person()
    const { id, posts } = await filled(person, ['가', '나', '다'])
    const more = await site.post()
    const api = site.api.as(person)
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => 'ok',
        ({ code }) => code,
      )
    const outcomes = await Promise.all([
      ...['라', '마'].map((name) => outcome(api.editCollection({ id, name, visibility: 'public' }))),
      outcome(put(person, id, more)),
      ...posts.map((post) => outcome(api.moveInCollection({ id, post, position: 1 }))),
      outcome(api.takeFromCollection({ id, post: posts[0] ?? '' })),
      ...[1, 2].map(() => outcome(api.deleteCollection({ id }))),
    ])
    expect(outcomes.filter((code) => code !== 'ok' && code !== 'NOT_FOUND')).toEqual([])
    // The second of two deletions finds no collection.
    expect(outcomes.slice(-2).toSorted()).toEqual(['NOT_FOUND', 'ok'])
    expect(
      await site.db
        .selectFrom('collection_entries')
        .select('post_id')
        .where('post_id', 'in', [...posts, more].map(Number))
        .execute(),
    ).toEqual([])
  }
})

test('the export has collections with their entries and notes', async () => {
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const { id } = await api.addCollection({ name: '내보낼 모음', about: '소개', visibility: 'link' })
  const post = await site.post({ title: '담은 집' })
  await api.putInCollection({ id, post, note: '메모' })
  const { text } = await user.client.send('GET', apiPaths.dataExport)
  const [, file = ''] = /collections\.json(\[[\s\S]*?\n\])/.exec(text) ?? []
  expect(JSON.parse(file)).toMatchObject([
    {
      id,
      name: '내보낼 모음',
      about: '소개',
      visibility: 'link',
      entries: [{ postId: Number(post), note: '메모', title: '담은 집' }],
    },
  ])
})
