import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

test('each thing that is empty has a drawing of its own', { tag: ['@wide', '@long'] }, async ({
  page,
  api,
  signIn,
  origin,
}) => {
  const user = await signIn()
  const { id } = await api.as(user).addCollection({ name: '빈 모음', visibility: 'public' })
  const author = await buildUser(api)
  const post = await buildPost(api, { author })
  const drawings = {
    '/me': ['want'],
    '/me?list=been': ['been'],
    '/me?list=liked': ['liked'],
    '/me?list=written': ['write'],
    '/me?keyword=마라탕': ['search'],
    [`/collection/${id}`]: ['album'],
    [`/u/${user.handle}`]: ['bowl'],
    '/notifications': ['bell'],
    '/following': ['people'],
    '/account/people/followers': ['people'],
    '/account/people/blocked': ['table'],
    '/account/my_list': ['write'],
    '/here?near=41.500,131.500': ['closed', 'map'],
    '/?near=41.5,131.5&radius=1000': ['map'],
    [`/post/${post.id}`]: ['talk'],
    '/search?keyword=쀍쀍쀍': ['search'],
    '/offline': ['bowl'],
    '/nowhere': ['lost'],
  }
  const use = /empty-state-art[^>]*><use href="([^"]*)#(\w+)"/g
  const found: Record<string, (string | undefined)[]> = {}
  const files = new Set<string>()
  for (const path of Object.keys(drawings)) {
    const html = await (await page.request.get(path)).text()
    const uses = [...html.matchAll(use)]
    found[path] = [...new Set(uses.map(([, , name]) => name))]
    for (const [, file = ''] of uses) files.add(file)
  }
  for (const path of Object.keys(drawings)) found[path]?.sort()
  expect(found).toEqual(Object.fromEntries(Object.entries(drawings).map(([path, names]) => [path, names.toSorted()])))
  expect(files.size).toBe(1)
  const [file = ''] = files
  const drawn = await (await page.request.get(new URL(file, origin).href)).text()
  for (const name of new Set(Object.values(drawings).flat())) expect(drawn).toContain(`<symbol id="${name}"`)
})
