import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { EXACT_COUNT_LIMIT } from '#server/product/posts/lists/list-counts.ts'
import type { Api } from '#tests/api.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

const badInput = { message: errorMessages.BAD_USER_INPUT, code: 'BAD_USER_INPUT' }

/** Ids of a list, page by page by cursor; `between` runs after each page. */
async function idsByCursor(
  api: Api,
  args: object,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await api.getPosts({ ...args, cursor: cursor ?? null })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
    await between()
  } while (cursor)
  return ids
}

async function idsByPage(api: Api, args: object, pages: number): Promise<string[]> {
  const lists = Array.from({ length: pages }, (_, index) => api.getPosts({ ...args, pageParam: index + 1 }))
  return (await Promise.all(lists)).flatMap(({ data }) => data.map(({ id }) => id))
}

async function addPosts(author: Person, posts: readonly { title: string; likes?: number }[]): Promise<string[]> {
  const ids: string[] = []
  for (const { title, likes = 0 } of posts) {
    const id = await site.post({ author, title })
    await site.db.updateTable('post_stats').set({ like_count: likes }).where('post_id', '=', Number(id)).execute()
    ids.push(id)
  }
  return ids
}

test('an empty list has no pages and no cursor', async () => {
  const nobody = (await site.person()).handle
  for (const filter of ['latest', 'popular', 'order']) {
    const expected = {
      data: [],
      pageCount: 0,
      nextCursor: null,
      startCursor: null,
      from: null,
      gone: null,
      instead: null,
      meaning: null,
      searched: null,
    }
    expect(await site.api.as(await site.person()).getPosts({ user_id: nobody, filter })).toEqual(expected)
  }
})

test('latest is newest first, popular most liked first, order by Korean title; ties are newest first', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const posts = [
    { title: '하늘', likes: 3 },
    { title: '가람', likes: 1 },
    { title: '나루', likes: 3 },
    { title: '가람', likes: 0 },
    { title: 'Bar', likes: 1 },
    { title: '각', likes: 0 },
  ]
  const ids = await addPosts(author, posts)
  const at = (...indexes: number[]) => indexes.map((index) => ids[index])
  const list = async (filter: string | null) =>
    (await api.getPosts({ user_id: author.handle, filter })).data.map(({ id }) => id)
  expect(await list(null)).toEqual(at(5, 4, 3, 2, 1, 0))
  expect(await list('latest')).toEqual(await list(null))
  expect(await list('no such filter')).toEqual(await list(null))
  expect(await list('popular')).toEqual(at(2, 0, 4, 1, 5, 3))
  expect(await list('order')).toEqual(at(3, 1, 5, 2, 0, 4))
})

test.each(['latest', 'popular', 'order'])(
  '%s: pages by number and by cursor are the same, ten each',
  async (filter) => {
    const author = await site.person()
    const api = site.api.as(author)
    const posts = Array.from({ length: 25 }, (_, index) => ({ title: `가게 ${index % 4}`, likes: index % 3 }))
    const ids = await addPosts(author, posts)
    for (const args of [{ filter, user_id: author.handle }, { filter }]) {
      const { pageCount } = await api.getPosts(args)
      const all = await idsByCursor(api, args)
      expect(all).toEqual(await idsByPage(api, args, pageCount))
      expect(new Set(all).size).toBe(all.length)
      expect(pageCount).toBe(Math.ceil(all.length / 10))
      expect(all.filter((id) => ids.includes(id)).length).toBe(25)
    }
  },
)

test.each(['latest', 'popular', 'order'])(
  '%s: posts added between pages cause no duplicates and no gaps',
  async (filter) => {
    const author = await site.person()
    const api = site.api.as(author)
    const ids = await addPosts(
      author,
      Array.from({ length: 31 }, (_, index) => ({ title: `집 ${index % 5}` })),
    )
    const args = { filter, user_id: author.handle }
    const seen = await idsByCursor(api, args, () => addPosts(author, [{ title: '가장 앞' }, { title: '집 2' }]))
    expect(new Set(seen).size).toBe(seen.length)
    expect(ids.filter((id) => !seen.includes(id))).toEqual([])
  },
)

test('the last page has no cursor, even if it is full, and a page beyond the end is empty', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  await addPosts(
    author,
    Array.from({ length: 20 }, () => ({ title: '국밥' })),
  )
  const user_id = author.handle
  expect(await api.getPosts({ user_id, pageParam: 2 })).toMatchObject({ pageCount: 2, nextCursor: null })
  for (const pageParam of [3, 2 ** 31 - 1]) {
    expect(await api.getPosts({ user_id, pageParam })).toMatchObject({ data: [], pageCount: 2, nextCursor: null })
  }
})

test('latest can be read again from its first post, without posts added since', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const user_id = author.handle
  const ids = await addPosts(author, [{ title: '하나' }, { title: '둘' }])
  const { startCursor } = await api.getPosts({ user_id })
  await addPosts(author, [{ title: '셋' }])
  const again = await api.getPosts({ user_id, cursor: startCursor ?? null })
  expect(again.data.map(({ id }) => id)).toEqual(ids.toReversed())
  for (const filter of ['popular', 'order']) expect((await api.getPosts({ user_id, filter })).startCursor).toBeNull()
})

test('posts are read again by their ids, up to thirty, without those that are gone or hidden', async () => {
  const author = await site.person()
  const [a = '', b = '', c = '', d = ''] = await addPosts(
    author,
    ['하나', '둘', '셋', '넷'].map((title) => ({ title })),
  )
  await site.api.as(author).deletePost({ id: b })
  await site.db.updateTable('posts').set({ hidden: true }).where('id', '=', Number(c)).execute()
  const idsOf = async (ids: string[]) => (await site.api.getPosts({ ids })).data.map(({ id }) => id)
  expect(await idsOf([a, b, c, d, a])).toEqual([d, a])
  expect(await idsOf([])).toEqual([])
  expect(await idsOf(Array(30).fill(a))).toEqual([a])
  expect(await refusal(idsOf(Array(31).fill(a)))).toMatchObject(badInput)
  expect(await refusal(idsOf(['x']))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a list by author has only their posts; an unknown or impossible handle has none', async () => {
  const [a, b] = [await site.person({ username: '하나' }), await site.person()]
  const [id] = await addPosts(a, [{ title: '하나네' }])
  await addPosts(b, [{ title: '둘네' }])
  const { data } = await site.api.as(b).getPosts({ user_id: a.handle })
  expect(data).toMatchObject([{ id, username: '하나', user_id: a.handle }])
  for (const user_id of ['', 'x'.repeat(22), `' or '1'='1`, 'a\0b', '가']) {
    expect(await site.api.as(b).getPosts({ user_id })).toMatchObject({ data: [], pageCount: 0, nextCursor: null })
  }
})

test.each([0, -1, -(2 ** 31)])('page %d is refused', async (pageParam) => {
  const api = site.api.as(await site.person())
  const field = { fields: [{ field: 'pageParam', message: errorMessages.BAD_USER_INPUT }] }
  expect(await refusal(api.getPosts({ pageParam }))).toEqual({ ...badInput, ...field })
})

test.each([2 ** 31, 1.5, '1', true])('page %j does not fit the schema', async (pageParam) => {
  const { client } = await site.person()
  const query = 'query ($pageParam: Int) { getPosts(pageParam: $pageParam) { pageCount } }'
  const reply = await client.post({ query, variables: { pageParam } })
  expect(reply.status).toBe(400)
})

test('a cursor that we did not issue, or issued for another list, is refused', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  await addPosts(
    author,
    Array.from({ length: 11 }, () => ({ title: '죽집' })),
  )
  const user_id = author.handle
  const { nextCursor } = await api.getPosts({ user_id })
  expect((await api.getPosts({ user_id, cursor: nextCursor ?? null, pageParam: 0 })).data.length).toBe(1)
  const cursor = String(nextCursor)
  const forged = [...cursor].toSpliced(20, 1, cursor[20] === 'A' ? 'B' : 'A').join('')
  const plain = Buffer.from(JSON.stringify([`posts latest ${user_id}`, 1, null])).toString('base64url')
  for (const wrong of ['', 'x', forged, plain, cursor.slice(0, -4), "' or 1=1"]) {
    expect(await refusal(api.getPosts({ user_id, cursor: wrong }))).toMatchObject(badInput)
  }
  for (const other of [{ user_id, filter: 'popular' }, { user_id, filter: 'order' }, {}]) {
    expect(await refusal(api.getPosts({ ...other, cursor }))).toMatchObject(badInput)
  }
  expect(await refusal(api.getSearchPosts({ keyword: '죽집', cursor }))).toMatchObject(badInput)
})

test('liked and likeUsers are the viewer’s own, in a list too', async () => {
  const [a, b] = [await site.person(), await site.person()]
  const [first, second] = (await addPosts(a, [{ title: '첫째' }, { title: '둘째' }])) as [string, string]
  await site.api.as(b).likePost({ id: first, isLike: true, jwt: b.handle })
  const seenBy = async (person: Person) =>
    (await site.api.as(person).getPosts({ user_id: a.handle })).data.map(({ id, liked, likeUsers }) => ({
      id,
      liked,
      likeUsers,
    }))
  expect(await seenBy(b)).toEqual([
    { id: second, liked: false, likeUsers: [] },
    { id: first, liked: true, likeUsers: [b.handle] },
  ])
  expect(await seenBy(a)).toEqual([
    { id: second, liked: false, likeUsers: [] },
    { id: first, liked: false, likeUsers: [b.handle] },
  ])
})

test('nothing private of an author is in a post', async () => {
  const author = await site.person()
  await addPosts(author, [{ title: '비밀' }])
  const reply = await author.client.post({ query: `{ getPosts(user_id: "${author.handle}") { data { email } } }` })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(await site.api.as(author).getPosts({ user_id: author.handle }))).not.toContain('@')
})

test('posts are counted only when the number of pages is requested, and then once', async () => {
  const author = await site.person()
  await addPosts(author, [{ title: '셀까 말까' }])
  const lists = [
    'getPosts(filter: "order")',
    `getPosts(user_id: "${author.handle}")`,
    'getPosts(filter: "near", lat: 37.5, lng: 127)',
    'getPosts(filter: "near", lat: 37.5, lng: 127, open: true)',
  ]
  const countsFor = async (list: string, fields: string) => {
    const submit = vi.spyOn(pg.Query.prototype, 'submit')
    try {
      const { status } = await author.client.post({ query: `{ ${list} { ${fields} } }` })
      expect(status).toBe(200)
      return submit.mock.contexts.filter((query) =>
        /^\s*select count\(/.test(String((query as { text?: string }).text)),
      ).length
    } finally {
      submit.mockRestore()
    }
  }
  for (const list of lists) {
    expect(await countsFor(list, 'data { id } nextCursor startCursor')).toBe(0)
    expect(await countsFor(list, 'data { id } pageCount again: pageCount')).toBe(1)
  }
})

test('ten thousand posts are counted exactly; beyond, the count is an estimate made in the background', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const fill = async (count: number) => {
    const row = { account_id: author.accountId, ...somePost }
    for (let left = count; left > 0; left -= 5000) {
      await site.db
        .insertInto('posts')
        .values(Array.from({ length: Math.min(left, 5000) }, () => row))
        .execute()
    }
  }
  const pageCount = async () => (await api.getPosts({ user_id: author.handle })).pageCount
  await fill(EXACT_COUNT_LIMIT)
  expect(await pageCount()).toBe(1000)
  await fill(15)
  expect(await pageCount()).toBeGreaterThan(1000)
  await expect.poll(pageCount).toBe(1002)
})
