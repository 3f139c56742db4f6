import { gzipSync } from 'node:zlib'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test, testOn } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { WIDE } from './windows.ts'

test.use(WIDE)

/** The level of the build's files. */
const AS_BUILT = { level: 9 }

for (const { name, path, scripts, styles } of [
  { name: 'home', path: '/', scripts: { files: 8, bytes: 140_000 }, styles: { files: 1, bytes: 12_000 } },
  // Without the styles of maps.
  { name: 'an area', path: '/area', scripts: { files: 16, bytes: 158_000 }, styles: { files: 1, bytes: 12_000 } },
]) {
  test(`${name} keeps within its budgets of scripts, styles and fonts`, async ({ page }) => {
    const kinds = { scripts: /\.js$/, styles: /\.css$/, fonts: /\.woff2$/ }
    const loaded = { scripts: [], styles: [], fonts: [] } as Record<keyof typeof kinds, Promise<number>[]>
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      for (const [kind, pattern] of Object.entries(kinds)) {
        if (!pattern.test(pathname)) continue
        const bytes = response.body().then((body) => (kind === 'fonts' ? body : gzipSync(body, AS_BUILT)).length)
        loaded[kind as keyof typeof kinds].push(bytes)
      }
    })
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    const bytesOf = async (kind: keyof typeof kinds) =>
      (await Promise.all(loaded[kind])).reduce((sum, size) => sum + size, 0)
    expect(loaded.scripts.length).toBeLessThanOrEqual(scripts.files)
    expect(await bytesOf('scripts')).toBeLessThanOrEqual(scripts.bytes)
    expect(loaded.styles.length).toBeLessThanOrEqual(styles.files)
    expect(await bytesOf('styles')).toBeLessThanOrEqual(styles.bytes)
    expect(loaded.fonts.length).toBeLessThanOrEqual(3)
    expect(await bytesOf('fonts')).toBeLessThanOrEqual(150_000)
  })
}

/** Without the posts and popular areas of other tests, which would make the page larger. */
const emptySiteTest = testOn(async (use) => {
  const app = await startApp('e2e-page-size', { BUNDLED_PLACES: 'off' })
  await use(app)
  await app.stop()
})

emptySiteTest('the HTML of home with ten ordinary posts stays within its budget', async ({ request, api }) => {
  const author = await buildUser(api, { username: '맛객하나' })
  const image = await uploadAs(author, await phonePhoto())
  await api.as(author).update({ ...author, jwt: author.handle, image })
  for (let number = 0; number < 10; number++) {
    await buildPost(api, {
      author,
      title: `동네에서 제일 맛있는 집 ${number}`,
      contents: '점심에는 줄을 서지만 금방 들어갑니다. 국물이 맑고 면이 쫄깃해서 아이들도 잘 먹어요. '.repeat(2),
      // Open at any time, because '영업 종료' at night takes more bytes.
      start_time: '00:00',
      end_time: '00:00',
      image: number % 5 === 0 ? null : await uploadAs(author, await phonePhoto()),
    })
  }
  const html = await (await request.get('/?keyword=size')).text()
  expect(html.split('<article').length).toBe(11)
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(48_000)
  const firstPaint = /[^\n>]*\.user-name[^\n]*/.exec(html)?.[0] ?? ''
  expect(firstPaint.length).toBeGreaterThan(500)
  expect(Buffer.byteLength(firstPaint)).toBeLessThanOrEqual(1000)
})
