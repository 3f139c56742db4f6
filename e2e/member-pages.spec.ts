import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#contract/page-context.ts'
import { hueOf } from '#rules/hue.ts'
import { type Config, loadConfig } from '#server/config.ts'
import { type PageHandler, pageRenderer, toText } from '#server/http/render-page.ts'
import type { GraphqlContext } from '#server/http/request-context.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'

/** The page that React renders for this person alone, from what the API tells them. */
async function renderFor(api: Api, user: TestUser, url: string): Promise<string> {
  const built = pathToFileURL(path.resolve('dist/server/server.js')).href
  const { default: handler } = (await import(built)) as { default: PageHandler }
  const config: Config = loadConfig({ NODE_ENV: 'test', PUBLIC_ORIGIN: api.origin })
  const app = {
    executeGraphql: async (_context: unknown, query: string, variables: object) =>
      JSON.parse((await user.client.post({ query, variables })).text),
  } as unknown as FastifyInstance
  const { image, email, username, jwt, questionIndex } = await api.as(user).user({ jwt: user.handle })
  const viewer: Viewer = {
    image: image ?? null,
    email,
    username,
    jwt,
    questionIndex,
    hue: hueOf(username),
    restricted: false,
  }
  const { html } = toText(await pageRenderer(app, config, handler)(url, {} as GraphqlContext, { viewer }))
  return html
}

/** Times of rendering, which differ. */
const withoutTimes = (html: string) => html.replace(/\b1\d{12}\b|now:"[^"]+"/g, 'time')

test('what a member gets is, byte for byte, what React renders for them', { tag: '@wide' }, async ({ api }) => {
  const word = uniqueName()
  const [plain, pictured] = [
    await buildUser(api, { username: '김하나' }),
    await buildUser(api, { username: '<b>"\\&\'</script>', email: `${word}.x@naver.com` }),
  ]
  const image = await uploadAs(pictured, await phonePhoto())
  await api.as(pictured).update({ ...pictured, jwt: pictured.handle, image })
  const author = await buildUser(api, { username: '글쓴이' })
  const place = { place_name: word, address: '서울 마포구 숭문길 24' }
  const posts = []
  for (const title of ['하나', '<둘>', '"셋"']) {
    posts.push(await buildPost(api, { author, title, contents: `</script> ${word} $& "`, ...place }))
  }
  const [first = '', second = ''] = posts.map(({ id }) => id)
  await api.as(plain).likePost({ id: second, isLike: true, jwt: plain.handle })
  await api.as(author).likePost({ id: first, isLike: true, jwt: author.handle })
  const { place_id } = await api.getPost({ id: first })
  for (const user of [plain, pictured, author]) {
    for (const url of [
      '/',
      `/search?keyword=${word}`,
      `/post/${first}`,
      `/post/${second}`,
      `/place/${place_id}`,
      '/map',
      '/none',
    ]) {
      await expect(async () => {
        const { text } = await user.client.send('GET', url)
        expect(withoutTimes(text)).toBe(withoutTimes(await renderFor(api, user, url)))
      }).toPass({ timeout: 30_000 })
    }
  }
})

test("a member's first paint shows their own picture, hearts and tools, and hydrates without a change", async ({
  page,
  api,
  signIn,
}) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const user = await signIn({ username: '처음부터' })
  const image = await uploadAs(user, await phonePhoto())
  await api.as(user).update({ ...user, jwt: user.handle, image })
  const { id } = await buildPost(api, { author, title: '좋아하는 집', contents: word })
  await buildPost(api, { author: user, title: '내가 쓴 집', contents: word })
  await api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  // React removes whole pages that do not match, and says so.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { firstArticle: document.querySelector('article') })
    })
  })
  const html = (await (await page.goto(`/search?keyword=${word}`))?.text()) ?? ''
  expect(html).toMatch(/class="user-btn"[^>]* aria-label="처음부터 사용자 메뉴"/)
  expect(html).toContain(image.replace('.jpg', '_320.webp'))
  expect(html).toContain('aria-label="‘내가 쓴 집’ 글 수정"')
  expect(html).not.toContain('aria-label="‘좋아하는 집’ 글 수정"')
  await waitForHydration(page)
  const liked = page.getByRole('article').filter({ hasText: '좋아하는 집' })
  await expect(liked.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  const isSame = () => document.querySelector('article') === (window as { firstArticle?: Element | null }).firstArticle
  expect(await page.evaluate(isSame)).toBe(true)
})
