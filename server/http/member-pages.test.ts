import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { buildUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { addPerson, type Person } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'

/** Two instances of one site. */
let database: TestDatabase
let dataDir: string
let site: Site
let elsewhere: Site
let rendered: unknown[] = []

/** A page that shows all its data, in HTML and in a script, in the way that the web application writes them. */
const web = fakeWeb(async (request, { context }) => {
  const { viewer, nonce } = context
  const { data } = (await context.graphql(
    '{ getPosts { data { id title username like liked user_id } } getPopularAreas { name } }',
    {},
  )) as {
    data: { getPosts: { data: Record<'id' | 'title' | 'username' | 'like' | 'liked' | 'user_id', unknown>[] } }
  }
  rendered.push(viewer)
  const posts = data.getPosts.data.map(
    ({ id, title, username, like, liked, user_id }) =>
      `<li id="p${id}" aria-pressed="${liked}">${user_id === viewer?.jwt ? 'own ' : ''}${title} ${username} ${like}`,
  )
  const own = JSON.stringify({ ...viewer, liked: data.getPosts.data.map(({ liked }) => liked) })
  const status = new URL(request.url).pathname === '/gone' ? 404 : 200
  return new Response(
    `<!doctype html><b>${viewer?.username} ${viewer?.image} ${viewer?.hue}</b>${posts.join('')}<script nonce="${nonce}">${own}</script>`,
    { status, headers: { 'content-type': 'text/html' } },
  )
})

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-instances-'))
  const instanceOf = { connectionString: database.connectionString, dataDir }
  site = await startSite({ web, instanceOf })
  elsewhere = await startSite({ web, instanceOf })
})
afterAll(async () => {
  await site.close()
  await elsewhere.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  rendered = []
})

let paths = 0
/** An address that no other test requests. */
const newPath = () => `/?page=${++paths}`

const get = async (person: Person, url: string) => (await person.client.send('GET', url)).text

test('members who read a page within a second share one rendering, which knows none of them', async () => {
  const [one, two] = [await addPerson(site, { username: '카나리아' }), await addPerson(site, { username: '두리' })]
  const author = await addPerson(site)
  const { id } = await site.api.as(author).addPost({ title: '국수', contents: '시원해요.' })
  await site.api.as(one).likePost({ id: String(id), isLike: true, jwt: one.handle })
  const read = async () => {
    rendered = []
    const url = newPath()
    return [await get(one, url), await get(two, url)]
  }
  // The second for which a page is kept lasts until both have it; the like may still be announced in between.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  let [ofOne = '', ofTwo = ''] = await read()
  while (rendered.length > 1) [ofOne = '', ofTwo = ''] = await read()
  expect(JSON.stringify(rendered)).not.toMatch(new RegExp([one, two].map(({ handle }) => handle).join('|')))
  expect(ofOne).toMatch(/<b>카나리아 null \d{1,3}<\/b>/)
  expect(ofOne).toContain(`<li id="p${id}" aria-pressed="true">`)
  expect(ofOne).toMatch(/"liked":\[!0[,\]]/)
  expect(ofOne).not.toMatch(new RegExp(`두리|${two.handle}`))
  expect(ofTwo).toContain('<b>두리')
  expect(ofTwo).toContain(`<li id="p${id}" aria-pressed="false">`)
  expect(ofTwo).toMatch(/"liked":\[!1[,\]]/)
  expect(ofTwo).not.toMatch(new RegExp(`카나리아|${one.handle}`))
})

test('only their author gets posts marked as their own', async () => {
  const [author, other] = [await addPerson(site), await addPerson(site)]
  const { id } = await site.api.as(author).addPost({ title: '국수', contents: '시원해요.' })
  const url = newPath()
  const own = `<li id="p${id}" aria-pressed="false">own`
  expect(await get(other, url)).not.toContain(own)
  expect(await get(author, url)).toContain(own)
  expect(await get(other, url)).not.toContain(own)
})

test('a private page, and any page of a restricted session, is rendered for its reader', async () => {
  const [person, restricted] = [await addPerson(site), await addPerson(site, { restricted: true })]
  await get(person, '/account/profile')
  await get(restricted, newPath())
  expect(rendered).toMatchObject([{ jwt: person.handle }, { jwt: restricted.handle, restricted: true }])
})

test('what changes on one instance is soon on the pages of all readers on another', async () => {
  const author = await buildUser(site.api, { username: '먼저' })
  const reader = await buildUser(elsewhere.api)
  const api = site.api.as(author)
  const url = newPath()
  const expectOnPages = (isRight: (text: string) => boolean) =>
    expect
      .poll(async () => {
        const pages = [reader.client, elsewhere.api.fresh()].map((client) => client.send('GET', url))
        return (await Promise.all(pages)).every(({ text }) => isRight(text))
      })
      .toBe(true)
  const post = { contents: '시원해요.', id: String((await api.addPost({ title: '국수', contents: '시원해요.' })).id) }
  await expectOnPages((text) => text.includes('국수 먼저 0'))
  await api.editPost({ ...post, title: '만두' })
  await expectOnPages((text) => text.includes('만두 먼저 0'))
  await api.likePost({ id: post.id, isLike: true, jwt: author.handle })
  await expectOnPages((text) => text.includes('만두 먼저 1'))
  await api.update({ ...author, username: '나중', jwt: author.handle })
  await expectOnPages((text) => text.includes('만두 나중 1'))
  await api.deletePost({ id: post.id })
  await expectOnPages((text) => !text.includes('만두'))
  await api.addPost({ title: '냉면', contents: '시원해요.' })
  await expectOnPages((text) => text.includes('냉면'))
  await api.remove({ jwt: author.handle })
  await expectOnPages((text) => !text.includes('냉면'))
})

test('a member gets a missing page with its status, and one of an ended session is signed out', async () => {
  const person = await addPerson(site)
  expect((await person.client.send('GET', '/gone')).status).toBe(404)
  await site.db.deleteFrom('sessions').where('account_id', '=', person.accountId).execute()
  expect(await get(person, newPath())).toContain('<b>undefined')
})

test('text that members write is never taken for a mark', async () => {
  const author = await addPerson(site, { username: '$& $1 "&<' })
  const text = await get(author, newPath())
  expect(text).toContain('<b>$&amp; $1 &quot;&amp;&lt; null')
  expect(text).toContain('"username":"$& $1 \\"&\\x3C"')
})
