import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { assignPostsToAreas } from '../posts/areas/assign-posts-to-areas.ts'
import { atomXml } from './feeds.ts'

const site = await openPostSite({ env: unlimited })
let author: Person
let origin: string

beforeAll(async () => {
  ;({ origin } = new URL(site.config.publicOrigin))
  author = await site.person({ username: '<b>김&하나</b>' })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  site.api.fresh('127.0.0.1').send('GET', path, null, headers)

const ofAuthor = () => `/u/${author.handle}/feed.atom`
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

test('home, an area and an author have a feed of their newest twenty posts', async () => {
  const address = '서울 마포구 망원동 123-4'
  const ids: string[] = []
  for (let number = 0; number < 22; number++) ids.push(await site.post({ author, title: `${number}번째 집`, address }))
  while (!(await assignPostsToAreas(site.db)));
  const newest = ids.toReversed().slice(0, 20)
  const other = await site.post({ title: '다른 동네' })
  for (const [path, page, title, posts] of [
    ['/feed.atom', '/', '맛나눔', [other, ...newest.slice(0, 19)]],
    [ofAuthor(), `/u/${author.handle}`, '&lt;b&gt;김&amp;하나&lt;/b&gt; | 맛나눔', newest],
    ['/area/서울/마포구/feed.atom', `/area/${encodeURI('서울/마포구')}`, '서울 마포구 맛집 | 맛나눔', newest],
  ] as const) {
    const { status, headers, text } = await get(encodeURI(path))
    expect([path, status]).toEqual([path, 200])
    expect(headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=60',
    })
    expect(textsOf(text, 'id')).toEqual([origin + page, ...posts.map((id) => `${origin}/post/${id}`)])
    expect(textsOf(text, 'title')[0]).toBe(title)
    const [changed = '', ...updated] = textsOf(text, 'updated')
    const published = textsOf(text, 'published')
    expect(updated).toEqual(published)
    expect(changed >= String(published[0])).toBe(true)
    expect(published.map((time) => new Date(time).toISOString())).toEqual(published)
  }
})

test('a feed that has not changed is answered with 304, a new post with 200', async () => {
  const { headers } = await get(ofAuthor())
  const ask = { 'if-none-match': String(headers.etag) }
  const again = await get(ofAuthor(), ask)
  expect([again.status, again.text]).toEqual([304, ''])
  const id = await site.post({ author, title: '새 집' })
  const changed = await get(ofAuthor(), ask)
  expect(changed.status).toBe(200)
  expect(changed.text).toContain(`/post/${id}<`)
  await site.api.as(author).deletePost({ id })
  expect((await get(ofAuthor())).text).not.toContain(`/post/${id}<`)
})

const changedAt = (xml: string) => new Date(textsOf(xml, 'updated')[0] ?? '').getTime()
const ofPost = (xml: string, id: string) => xml.split('<entry>').find((entry) => entry.includes(`/post/${id}<`)) ?? ''

test('an edited post has changed since it was published, and so has every feed with it', async () => {
  const address = '부산 해운대구 우동 1'
  const writer = await site.person()
  const id = await site.post({ author: writer, address })
  await site.post({ author: writer, address })
  while (!(await assignPostsToAreas(site.db)));
  const paths = [`/u/${writer.handle}/feed.atom`, encodeURI('/area/부산/해운대구/feed.atom')]
  const unedited = ofPost((await get(paths[0] ?? '')).text, id)
  expect(textsOf(unedited, 'updated')).toEqual(textsOf(unedited, 'published'))
  for (const path of paths) {
    const before = (await get(path)).text
    const [updated] = textsOf(ofPost(before, id), 'updated')
    await site.api.as(writer).editPost({ id, ...somePost, title: `고친 ${path.length}`, address })
    const after = (await get(path)).text
    expect(textsOf(ofPost(after, id), 'published')).toEqual(textsOf(ofPost(before, id), 'published'))
    const [edited = ''] = textsOf(ofPost(after, id), 'updated')
    expect(edited > String(updated)).toBe(true)
    expect(textsOf(after, 'updated')[0]).toBe(edited)
  }
})

type Removal = (given: { writer: Person; id: string }) => Promise<unknown>

const moderated = async (id: string, action: string) => {
  const moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  await site.api.as(moderator).call('moderate', { kind: 'post', id, action, reason: '광고' })
}

const removals: [string, Removal][] = [
  ['is deleted', ({ writer, id }) => site.api.as(writer).deletePost({ id })],
  ['is hidden by a moderator', ({ id }) => moderated(id, 'hide')],
  ['is removed by a moderator', ({ id }) => moderated(id, 'remove')],
  [
    'is held for a word',
    async ({ writer, id }) => {
      const word = `금칙${id}`
      await sql`insert into moderation_rules (kind, value) values ('word', ${word})`.execute(site.db)
      await site.api.as(writer).editPost({ id, ...somePost, title: word })
      await sql`delete from moderation_rules where value = ${word}`.execute(site.db)
    },
  ],
  [
    'moves elsewhere',
    ({ writer, id }) => site.api.as(writer).editPost({ id, ...somePost, address: '제주 서귀포시 서귀동 1' }),
  ],
  ['goes with its author', ({ writer }) => site.api.as(writer).remove({ jwt: writer.handle })],
]

test.each(removals)('no feed’s own time goes back when its newest post %s', async (_how, remove) => {
  const address = '광주 동구 충장로 1'
  const [other, writer] = [await site.person(), await site.person()]
  await site.post({ author: other, address })
  await site.post({ author: writer, address })
  const id = await site.post({ author: writer, address })
  while (!(await assignPostsToAreas(site.db)));
  const paths = ['/feed.atom', encodeURI('/area/광주/동구/feed.atom'), `/u/${writer.handle}/feed.atom`]
  const before = await Promise.all(paths.map(async (path) => (await get(path)).text))
  for (const xml of before) expect(ofPost(xml, id)).not.toBe('')
  await remove({ writer, id })
  while (!(await assignPostsToAreas(site.db)));
  for (const [index, path] of paths.entries()) {
    const { status, text } = await get(path)
    if (status === 404) continue
    expect(changedAt(text), path).toBeGreaterThanOrEqual(changedAt(before[index] ?? ''))
    if (ofPost(text, id) === '') expect(changedAt(text), path).toBeGreaterThan(changedAt(before[index] ?? ''))
  }
})

test.each([
  ']]>',
  '</title><script>x</script>',
  '<![CDATA[x',
  '&amp;&#x0;&lt;',
  '\u2028\u2029',
  '\ufffe\uffff',
  '"\'><!--',
])('a text %j stays text in a feed', async (text) => {
  const writer = await site.person({ username: '글쓴이' })
  await site.api.as(writer).addPost({ ...somePost, title: `가${text}`.slice(0, 20), contents: `나${text}` })
  const feed = (await get(`/u/${writer.handle}/feed.atom`)).text
  const [title = '', summary = ''] = [textsOf(feed, 'title')[1], textsOf(feed, 'summary')[0]]
  expect(title).toMatch(/^가/)
  expect(summary).toMatch(/^나/)
  // The feed has only our own elements, and no characters forbidden in XML.
  expect(new Set([...feed.matchAll(/<[/?!]?([^\s>/?]*)/g)].map(([, name]) => name))).toEqual(
    new Set([
      'xml',
      'feed',
      'id',
      'title',
      'updated',
      'link',
      'entry',
      'published',
      'author',
      'name',
      'uri',
      'summary',
    ]),
  )
  expect(feed.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, '')).not.toMatch(/&|\]\]>|[^\P{Cc}\n]/u)
})

test('a feed holds nothing of somebody who is hidden, also after others have read it', async () => {
  const reader = await site.person()
  const id = await site.post({ author, title: '카나리아' })
  await site.api.as(reader).blockUser({ handle: author.handle, block: true })
  for (let round = 0; round < 2; round++) {
    expect((await get('/feed.atom')).text).toContain(`/post/${id}<`)
    const own = await reader.client.send('GET', '/feed.atom')
    expect(own.status).toBe(200)
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(own.text).not.toContain('카나리아')
    expect((await reader.client.send('GET', ofAuthor())).status).toBe(404)
  }
})

test.each([
  '/u/nobody/feed.atom',
  `/u/${'a'.repeat(22)}/feed.atom`,
  '/area/%EC%97%86%EC%9D%8C/feed.atom',
  '/area/%00/feed.atom',
])('there is no feed at %s', async (path) => {
  expect([400, 404]).toContain((await get(path)).status)
})

const feed = { title: '맛나눔', url: 'https://a.example/', self: 'https://a.example/feed.atom', removedAt: null }

test('characters that XML cannot express are left out, all others stay', () => {
  const text = '가\0\u0007\u001b\ufffe\uffff\ud800나\u2028\t🍜'
  expect(atomXml({ ...feed, title: text, entries: [] })).toContain('<title>가나\u2028\t🍜</title>')
})

test('a feed without posts has changed at some time', () => {
  expect(atomXml({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})
