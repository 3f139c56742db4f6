import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import { MAX_SAVED_PER_LIST, saveMessages } from '#rules/saves.ts'
import { buildUser } from '#tests/factories.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

type List = 'want' | 'been' | 'liked' | 'written'

const save = (person: Person, post: string, list: List = 'want', saved = true) =>
  site.api.as(person).savePost({ post, list, saved })
const marksOf = async (person: Person, id: string) => {
  const { wanted, been } = await site.api.as(person).getPost({ id })
  return { wanted, been }
}
const rowsOf = async (person: Person) =>
  site.db.selectFrom('saves').select(['list', 'post_id']).where('account_id', '=', person.accountId).execute()

test('each list is set as requested, and setting it twice changes nothing', async () => {
  const person = await site.person()
  const id = await site.post()
  for (const [saved, count] of [
    [false, 0],
    [true, 1],
    [true, 0],
    [false, 1],
    [false, 0],
  ] as const) {
    expect(await save(person, id, 'want', saved)).toEqual({ count, id })
    expect(await marksOf(person, id)).toEqual({ wanted: saved, been: false })
  }
  await save(person, id, 'been')
  expect(await marksOf(person, id)).toEqual({ wanted: false, been: true })
})

/** Statements about what is kept, without those of the session. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Query.prototype, 'submit')
  await work()
  const texts = sent.mock.contexts.map((query) =>
    (query as unknown as { text: string }).text.replace(/\s+/g, ' ').trim(),
  )
  sent.mockRestore()
  return texts.filter((text) =>
    /^(begin|commit)$|saves|visits|venue_posts|take_tokens|from accounts where id/.test(text),
  )
}

test('a mark takes seven statements with the limit, begin and commit, and the first visit with its answer nine', async () => {
  const person = await site.person()
  const id = await site.post()
  const limitAndPlace = [expect.stringMatching(/take_tokens/), expect.stringMatching(/venue_posts/)]
  const write = [expect.stringMatching(/^insert|^with "added"/)]
  for (const list of ['want', 'been'] as const) {
    const sent = await statementsOf(() => save(person, id, list))
    expect(sent).toEqual([...limitAndPlace, 'begin', expect.anything(), expect.anything(), ...write, 'commit'])
    expect(await statementsOf(() => save(person, id, list, false))).toHaveLength(2)
  }
  const visited = await statementsOf(() => site.api.as(person).setVisits({ post: id, count: 1, again: true }))
  expect(visited).toHaveLength(9)
})

test('fifty simultaneous requests of one account add one entry', async () => {
  const person = await site.person()
  const id = await site.post()
  const results = await Promise.all(Array.from({ length: 50 }, () => save(person, id)))
  expect(results.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(await rowsOf(person)).toEqual([{ list: 'want', post_id: Number(id) }])
})

test('likes and own posts are no lists to save in', async () => {
  const person = await site.person()
  const id = await site.post()
  for (const list of ['liked', 'written'] as const) {
    expect(await refusal(save(person, id, list))).toEqual({
      message: saveMessages.list,
      code: 'BAD_USER_INPUT',
      fields: [{ field: 'list', message: saveMessages.list }],
    })
  }
})

test('a post that is gone cannot be saved, but its entry can be removed', async () => {
  const [person, author] = [await site.person(), await site.person()]
  const id = await site.post({ author })
  await save(person, id)
  await site.api.as(author).deletePost({ id })
  const missing = { message: errorMessages.NOT_FOUND, code: 'NOT_FOUND' }
  expect(await refusal(save(person, id, 'been'))).toEqual(missing)
  for (const post of ['999999999', '0', 'abc']) expect(await refusal(save(person, post))).toEqual(missing)
  expect(await save(person, id, 'want', false)).toMatchObject({ count: 1 })
  expect(await rowsOf(person)).toEqual([])
})

test('a full list takes no more, also when many are saved at once', async () => {
  const person = await site.person()
  await sql`insert into saves (account_id, list, post_id)
    select ${person.accountId}, 'want', 1000000 + n from generate_series(1, ${MAX_SAVED_PER_LIST - 1}) n`.execute(
    site.db,
  )
  const ids = await Promise.all(Array.from({ length: 4 }, () => site.post()))
  const outcomes = await Promise.all(ids.map((id) => save(person, id).then(String, ({ message }) => message)))
  expect(outcomes.filter((outcome) => outcome === saveMessages.full)).toHaveLength(3)
  expect(await rowsOf(person)).toHaveLength(MAX_SAVED_PER_LIST)
  await expect(save(person, ids[0] ?? '', 'been')).resolves.toMatchObject({ count: 1 })
})

test('nobody but the signed-in member saves, reads or removes their entries', async () => {
  const [a, b] = [await site.person(), await site.person()]
  const restricted = await site.person({ restricted: true })
  const id = await site.post()
  await save(a, id)
  await save(b, id, 'want', false)
  expect(await marksOf(a, id)).toEqual({ wanted: true, been: false })
  expect((await site.api.as(b).getSavedPosts({ list: 'want' })).data).toEqual([])
  const reads = [
    (api: typeof site.api) => api.getSavedPosts({ list: 'want' }),
    (api: typeof site.api) => api.getSavedPins({ list: 'want' }),
    (api: typeof site.api) => api.getSavedCounts(),
    (api: typeof site.api) => api.savePost({ post: id, list: 'want', saved: true }),
  ]
  for (const read of reads) {
    expect(await refusal(read(site.api))).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await refusal(read(site.api.as(restricted)))).toMatchObject({ code: 'FORBIDDEN' })
  }
  await site.api.as(a).remove({ jwt: a.handle })
  for (const read of reads) expect(await refusal(read(site.api.as(a)))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await site.db.selectFrom('saves').selectAll().where('post_id', '=', Number(id)).execute()).toEqual([])
})

test('visitors have no marks, also after a member has asked for the post', async () => {
  const person = await site.person()
  const id = await site.post()
  await save(person, id)
  const query = `query { getPost(id: "${id}") { wanted been } }`
  expect(JSON.parse((await person.client.post({ query })).text).data.getPost).toEqual({ wanted: true, been: false })
  expect(JSON.parse((await site.api.post({ query })).text).data.getPost).toEqual({ wanted: false, been: false })
})

test('the marks come with a response beside what all readers share', async () => {
  const person = await site.person()
  const id = await site.post()
  await save(person, id)
  await save(person, id, 'been')
  const query = `query { getPost(id: "${id}") { id } }`
  const { text } = await person.client.post({ query, extensions: { reader: true } })
  expect(JSON.parse(text).extensions.reader.posts).toEqual({ [id]: { wanted: true, been: true } })
})

test('after a withdrawal nothing of the person is left, and others keep that there was a place', async () => {
  const [author, other] = [await site.person(), await site.person()]
  const named = await site.post({ author, title: '카나리아집', place_name: '노형식당', address: '제주시 노형동' })
  const unnamed = await site.post({ author, title: '카나리아집' })
  const own = await site.post({ author: other })
  const deleted = await site.post({ author, title: '카나리아집' })
  for (const id of [named, unnamed, deleted]) await save(other, id)
  await site.api.as(author).deletePost({ id: deleted })
  await save(author, own)
  await site.api.as(author).remove({ jwt: author.handle })
  const { data, gone } = await site.api.as(other).getSavedPosts({ list: 'want' })
  expect(data).toEqual([])
  const nothing = { title: null, address: null, lat: null }
  expect(gone).toMatchObject([nothing, nothing, nothing])
  expect(await rowsOf(author)).toEqual([])
})

test('people who saved each other’s posts can leave at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const people = await Promise.all([1, 2, 3, 4].map(() => site.person()))
    const ids = await Promise.all(people.flatMap((author) => [site.post({ author }), site.post({ author })]))
    for (const person of people) await Promise.all(ids.map((id) => save(person, id)))
    const leaving = people.map((person) => site.api.as(person).remove({ jwt: person.handle }))
    await expect(Promise.all(leaving)).resolves.toHaveLength(4)
  }
})

test('the export has every entry, also of a post that is gone', async () => {
  const [person, author] = [await buildUser(site.api), await site.person()]
  const [kept, lost] = [await site.post({ author }), await site.post({ author, title: '없어질집' })]
  const api = site.api.as(person)
  await api.savePost({ post: kept, list: 'want', saved: true })
  await api.savePost({ post: lost, list: 'been', saved: true })
  await site.api.as(author).deletePost({ id: lost })
  const { text } = await person.client.send('GET', apiPaths.dataExport)
  const [, file = ''] = /saves\.json(\[[\s\S]*?\n\])/.exec(text) ?? []
  expect(JSON.parse(file)).toMatchObject([
    { list: 'want', postId: Number(kept) },
    { list: 'been', postId: Number(lost), title: '없어질집' },
  ])
})

test('the export says nothing that the pages keep from the reader', async () => {
  const [person, author] = [await buildUser(site.api), await site.person()]
  const api = site.api.as(person)
  const post = await site.post({ author, title: '예전 이름', place_name: '카나리아집' })
  const { id } = await api.addCollection({ name: '모음' })
  await api.likePost({ id: post, isLike: true, jwt: person.handle })
  await api.addComment({ post, text: '맛있어요.' })
  await api.savePost({ post, list: 'want', saved: true })
  await api.putInCollection({ id, post })
  const fileOf = async () => (await person.client.send('GET', apiPaths.dataExport)).text
  expect(await fileOf()).toContain('카나리아집')
  await site.api.as(author).blockUser({ handle: person.handle, block: true })
  await site.api.as(author).editPost({ id: post, ...somePost, title: '카나리아의 새 이름' })
  expect(await fileOf()).not.toContain('카나리아')
  await site.api.as(author).blockUser({ handle: person.handle, block: false })
  await sql`update posts set hidden = true where id = ${post}`.execute(site.db)
  const text = await fileOf()
  expect(text).not.toContain('카나리아')
  for (const name of ['likes', 'comments', 'saves', 'collections']) expect(text).toContain(`${name}.json[`)
  expect(text).toContain(`"postId": ${post}`)
})
