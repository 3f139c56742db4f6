import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { openUntilShown } from './scripts.ts'

test('each thing that is empty has a drawing of its own', { tag: '@wide' }, async ({ page, api, signIn, origin }) => {
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
  const use = /<use href="([^"]*states[^"]*)#(\w+)"/g
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

test('posts without a photo have a drawing of their kind, never the same beside or below each other', async ({
  page,
  api,
  runSql,
  origin,
}) => {
  const author = await buildUser(api)
  let id = ''
  for (let n = 1; n <= 8; n++) {
    id = (await buildPost(api, { author, title: `찻집 ${n}`, kind: 'cafe' })).id
    // Left to its id alone, each post would have the same one of its kind's four.
    await runSql(`select nextval(pg_get_serial_sequence('posts', 'id')) from generate_series(1, 3)`)
  }
  await openUntilShown(page, '/', page.getByRole('article').first().locator(`h2 a[href="/post/${id}"]`))
  const cards = page.getByRole('article').filter({ hasText: /찻집 \d/ })
  await expect(cards).toHaveCount(8)
  const drawn = await cards.evaluateAll((articles) =>
    articles.map((article) => {
      const [file = '', name = ''] = (article.querySelector('use')?.getAttribute('href') ?? '').split('#')
      const { left, top } = article.getBoundingClientRect()
      return { file, name, left: Math.round(left), top: Math.round(top) }
    }),
  )
  const neighbours = drawn.flatMap((one, index) => {
    const later = drawn.slice(index + 1)
    const beside = later.find(({ top }) => top === one.top)
    const below = later.find(({ left }) => left === one.left)
    return [beside, below].flatMap((other) => (other ? [[one.name, other.name]] : []))
  })
  expect(neighbours.length).toBeGreaterThanOrEqual(7)
  for (const [one, other] of neighbours) expect(one).not.toBe(other)
  for (const { name } of drawn) expect(['coffee', 'cake', 'bread', 'glass']).toContain(name)
  const file = await (await page.request.get(new URL(drawn[0]?.file ?? '', origin).href)).text()
  expect(file.match(/<symbol /g)).toHaveLength(12)
})
