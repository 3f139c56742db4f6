import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queryable } from '#server/platform/database/connect.ts'
import { openPostSite, ownPostSite, somePost, startPostSite } from '#tests/post-site.ts'
import { assignPostsToAreas } from '../posts/areas/assign-posts-to-areas.ts'
import { hidePost } from '../posts/writing/write-lists.ts'
import { loadSitemapFile } from './sitemap.ts'

const site = await openPostSite()

const get = (path: string, from = site) => from.api.fresh('127.0.0.1').send('GET', path)

function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = '']) => location)
}

test('the index leads to files that list the pages of areas with posts, of authors, of public collections, of places and of posts', async () => {
  const site = await ownPostSite()
  const author = await site.person()
  // Authors without posts are not listed.
  await site.person()
  const id = await site.post({ author, address: '서울 마포구 망원동 123-4', place_name: '을밀대' })
  const shared = []
  for (const visibility of ['public', 'link', 'private'] as const) {
    const { id: collection } = await site.api.as(author).addCollection({ name: '데이트', visibility })
    await site.api.as(author).putInCollection({ id: collection, post: id })
    shared.push(collection)
  }
  // Empty collections are not listed.
  await site.api.as(author).addCollection({ name: '빈 모음', visibility: 'public' })
  while (!(await assignPostsToAreas(site.db)));
  const { place_id: place } = await site.api.as(author).getPost({ id })
  const { origin } = new URL(site.config.publicOrigin)

  const index = await get('/sitemap.xml', site)
  expect(index.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  const files = locationsIn(index.text)
  expect(files).toEqual(
    ['areas', 'authors', 'collections', 'places', 'posts'].map((kind) => `${origin}/sitemap/${kind}-0.xml`),
  )
  const [areas = '', authors = '', collections = '', places = '', posts = ''] = await Promise.all(
    files.map(async (file) => (await get(new URL(file).pathname, site)).text),
  )
  expect(locationsIn(areas).map((url) => decodeURI(url.slice(origin.length)))).toEqual([
    '/',
    '/map',
    '/area',
    '/area/서울',
    '/area/서울/마포구',
  ])
  expect(locationsIn(authors)).toEqual([`${origin}/u/${author.handle}`])
  expect(locationsIn(collections)).toEqual([`${origin}/collection/${shared[0]}`])
  expect(locationsIn(places)).toEqual([`${origin}/place/${place}`])
  const today = new Date().toISOString().slice(0, 4)
  for (const [file, page] of [
    [collections, `/collection/${shared[0]}`],
    [posts, `/post/${id}`],
  ]) {
    expect(file).toMatch(new RegExp(`<url><loc>${origin}${page}</loc><lastmod>${today}-\\d\\d-\\d\\d</lastmod></url>`))
  }

  // A file is cached for an hour, so later requests do not see this post.
  await site.api.as(author).addPost(somePost)
  expect((await get('/sitemap/posts-0.xml', site)).text).toBe(posts)
})

test.each(['posts-1.xml', 'posts-0.xml.gz', 'posts--1.xml', 'posts-1e9.xml', 'accounts-0.xml', '__proto__', '%00'])(
  'there is no file %s',
  async (name) => {
    expect((await get(`/sitemap/${name}`)).status).toBe(404)
  },
)

/** Site with enough posts for `count` files of the sitemap. */
async function siteWithFiles(count: number) {
  const other = await startPostSite()
  const { accountId } = await other.person()
  await sql`insert into posts (id, account_id, title, contents) overriding system value
    select n * 10000, ${accountId}, '을밀대', '슴슴해요.' from generate_series(0, ${count - 1}::int) n`.execute(
    other.db,
  )
  const files = locationsIn((await other.api.send('GET', '/sitemap.xml')).text).filter((url) => url.includes('posts'))
  expect(files).toHaveLength(count)
  return { other, files }
}

test('one file is made at a time, however many are asked for at once', async () => {
  const { other, files } = await siteWithFiles(10)
  const waiting = async (db: Queryable) => {
    const { rows } = await sql`select from pg_locks where relation = 'posts'::regclass and not granted`.execute(db)
    return rows.length
  }
  let replies: Promise<{ status: number }[]> = Promise.resolve([])
  await other.db.transaction().execute(async (tx) => {
    await sql`lock table posts in access exclusive mode`.execute(tx)
    replies = Promise.all(files.map((file) => other.api.send('GET', new URL(file).pathname)))
    await expect.poll(() => waiting(tx)).toBe(1)
    for (const path of ['/readyz', '/readyz', '/readyz']) await other.api.send('GET', path)
    expect(await waiting(tx)).toBe(1)
  })
  // On a busy machine the first request may wait too long for the lock.
  const [, ...others] = (await replies).map(({ status }) => status).toSorted((a, b) => b - a)
  expect(others).toEqual(others.map(() => 200))
  await other.close()
})

test('when all files are requested at once, some are sent and the others answer 503 with Retry-After', async () => {
  const { other, files } = await siteWithFiles(100)
  const replies = await Promise.all(
    files.map((file) => other.api.fresh('127.0.0.1').send('GET', new URL(file).pathname)),
  )
  const refused = replies.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers['retry-after']).toBe('30')
  const made = replies.filter(({ status }) => status === 200)
  expect(made.length).toBeGreaterThanOrEqual(20)
  expect(made.length + refused.length).toBe(100)
  for (const { text } of made) expect(locationsIn(text)).toHaveLength(1)
  await other.close()
})

test('no collection that others cannot read is in the sitemap, however it came to that', async () => {
  const [owner, writer] = [await site.person(), await site.person()]
  const own = site.api.as(owner)
  const made = async (name: string, visibility: 'public' | 'link' | 'private' = 'public') => {
    const { id } = await own.addCollection({ name, visibility })
    await own.putInCollection({ id, post: await site.post({ author: writer }) })
    return id
  }
  const hide = (id: string) => sql`update collections set hidden = true where key = ${id}`.execute(site.db)
  const [shown, byModerator, withAll, linked, narrowed, ofHidden] = [
    await made('보이는 모음'),
    await made('가린 모음'),
    await made('정지된 이의 모음'),
    await made('링크로만', 'link'),
    await made('이제 나만'),
    await made('가린 글의 모음'),
  ]
  for (const id of [byModerator, withAll]) await hide(id)
  await own.editCollection({ id: narrowed, name: '이제 나만', visibility: 'private' })
  await sql`update posts set hidden = true where id in (select post_id from collection_entries e
    join collections c on c.id = e.collection_id where c.key = ${ofHidden})`.execute(site.db)
  const listed = (await loadSitemapFile(site.db, { kind: 'collections', number: 0 })).map(({ path }) => path)
  expect(listed).toContain(`/collection/${shown}`)
  for (const id of [byModerator, withAll, linked, narrowed, ofHidden]) expect(listed).not.toContain(`/collection/${id}`)
})

test('of what is hidden neither the post nor its author is in the sitemap', async () => {
  const [author, seen] = [await site.person(), await site.person()]
  const [hidden, shown] = [await site.post({ author }), await site.post({ author: seen })]
  await sql`update posts set hidden = true where id = ${hidden}`.execute(site.db)
  const pathsOf = async (kind: 'posts' | 'authors') =>
    (await loadSitemapFile(site.db, { kind, number: 0 })).map(({ path }) => path)
  expect(await pathsOf('posts')).toContain(`/post/${shown}`)
  expect(await pathsOf('posts')).not.toContain(`/post/${hidden}`)
  expect(await pathsOf('authors')).toContain(`/u/${seen.handle}`)
  expect(await pathsOf('authors')).not.toContain(`/u/${author.handle}`)
})

/** Days of all entries, by path; '' without one. */
async function daysOf(from: Queryable): Promise<Map<string, string>> {
  const kinds = ['areas', 'authors', 'collections', 'places', 'posts'] as const
  const entries = await Promise.all(kinds.map((kind) => loadSitemapFile(from, { kind, number: 0 })))
  return new Map(entries.flat().map(({ path, changed }) => [path, changed ?? '']))
}

test('no day of a last change goes back when a post is edited, hidden or deleted, whatever page lists it', async () => {
  const site = await ownPostSite()
  const author = await site.person()
  const own = site.api.as(author)
  const place = { address: '서울 마포구 망원동 123-4', place_name: '을밀대' }
  const written = []
  for (const title of ['먼저', '나중에', '끝으로']) written.push(await site.post({ author, ...place, title }))
  const [first = '', later = '', last = ''] = written
  const { id: collection } = await own.addCollection({ name: '모음', visibility: 'public' })
  for (const post of written) await own.putInCollection({ id: collection, post })
  while (!(await assignPostsToAreas(site.db)));
  await sql`update posts set created_at = date '2026-01-01' + id::int`.execute(site.db)
  let before = await daysOf(site.db)
  // Three pages of the site, two areas, the author, the collection, the place and the posts.
  expect(before.size).toBe(3 + 2 + 1 + 1 + 1 + 3)
  for (const change of [
    () => own.editPost({ id: first, ...somePost, ...place }),
    () => site.db.transaction().execute((tx) => hidePost(tx, Number(last))),
    () => own.deletePost({ id: later }),
  ]) {
    await change()
    const after = await daysOf(site.db)
    const kept = [...before].filter(([path]) => after.has(path))
    expect(kept.filter(([path, day]) => String(after.get(path)) < day)).toEqual([])
    before = after
  }
  expect(before.get(`/post/${first}`)).toBe(new Date().toISOString().slice(0, 10))
  expect([...before.keys()].filter((path) => /post/.test(path))).toEqual([`/post/${first}`])
})
