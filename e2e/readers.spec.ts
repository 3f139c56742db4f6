import { gunzipSync } from 'node:zlib'
import { READER_BLOCK_ID } from '#contract/reader-state.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { holdScripts, waitForFonts, waitForHydration, waitForPaint, waitForStyles } from './scripts.ts'
import { atBothWidths } from './themes.ts'

/** The page before and after the gap for its reader's block, and the block. */
function cut(html: string) {
  const start = `<script id="${READER_BLOCK_ID}" type="application/json">`
  const from = html.indexOf(start) + start.length
  const to = html.indexOf('</script>', from)
  return { shared: [html.slice(0, from), html.slice(to)], block: html.slice(from, to) }
}

/** The times of rendering, in pages that no cache keeps. */
const withoutTimes = (html: string) => html.replace(/\b1\d{12}\b|now:"[^"]+"/g, 'time')

test('a visitor and two members get the same bytes, except for the block of each reader', { tag: '@wide' }, async ({
  api,
}) => {
  const word = uniqueName()
  const author = await buildUser(api, { username: '<b>"\\&\'</script>' })
  const reader = await buildUser(api, { username: '읽는이' })
  const place = { place_name: word, address: '서울 마포구 숭문길 24' }
  const { id } = await buildPost(api, { author, title: '<둘>', contents: `</script> ${word} $& "`, ...place })
  const { id: other } = await buildPost(api, { author, title: '하나', contents: word, ...place })
  await api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
  const { place_id } = await api.getPost({ id })
  for (const url of [`/search?keyword=${word}`, `/post/${id}`, `/place/${place_id}`, '/', '/map', '/none']) {
    await expect(async () => {
      const [visitor, own, liked] = await Promise.all(
        [api.fresh(), author.client, reader.client].map(async (client) => {
          const { bytes } = await client.send('GET', url, null, { 'accept-encoding': 'gzip' })
          return cut(withoutTimes(gunzipSync(bytes).toString()))
        }),
      )
      expect(own?.shared).toEqual(visitor?.shared)
      expect(liked?.shared).toEqual(visitor?.shared)
      expect(visitor?.block).toBe('')
      expect(JSON.parse(own?.block ?? '').viewer.username).toBe('<b>"\\&\'</script>')
      expect(own?.block).not.toContain('<')
      if (url.startsWith('/search')) {
        const written = { mine: true, place: place_id }
        expect(JSON.parse(own?.block ?? '').posts).toEqual({ [id]: written, [other]: written })
        expect(JSON.parse(liked?.block ?? '').posts).toEqual({
          [id]: { liked: true, place: place_id },
          [other]: { place: place_id },
        })
      }
    }).toPass({ timeout: 30_000 })
  }
})

test('a member’s first paint shows their name, picture, hearts and tools, and hydration changes nothing', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const user = await signIn({ username: '처음부터' })
  const image = await uploadAs(user, await phonePhoto())
  await api.as(user).update({ ...user, jwt: user.handle, image })
  const { id } = await buildPost(api, { author, title: '좋아하는 집', contents: word })
  const own = await buildPost(api, { author: user, title: '내가 쓴 집', contents: word })
  await api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  const release = await holdScripts(page)
  await page.goto(`/search?keyword=${word}`, { waitUntil: 'commit' })
  const liked = page.getByRole('article').filter({ hasText: '좋아하는 집' })
  const heart = liked.getByRole('button', { name: '좋아요 1' })
  await expect(heart).toBeVisible()
  await waitForStyles(page)
  await waitForFonts(page)
  const expectReader = async () => {
    await expect(page.getByRole('button', { name: '처음부터 사용자 메뉴' })).toBeVisible()
    await expect(page.locator('.user-btn img')).toHaveAttribute('src', image.replace('.jpg', '_320.webp'))
    await expect(page.getByRole('link', { name: '로그인' })).toHaveCount(0)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(heart).not.toHaveAttribute('aria-disabled')
    await expect(page.getByRole('button', { name: '좋아요 0' })).toHaveAttribute('aria-pressed', 'false')
  }
  await expectReader()
  const boxes = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.topbar :not(.user-menu, .user-menu *), .bottombar *, article, article h2, .like, .card-head',
        ),
      ].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      }),
    )
  const boxesAtBothWidths = async () => {
    const all: Awaited<ReturnType<typeof boxes>>[] = []
    await atBothWidths(page, async () => void all.push(await boxes()))
    return all
  }
  const before = await boxesAtBothWidths()
  // React replaces whole pages that do not match.
  await page.evaluate(() => Object.assign(window, { firstArticle: document.querySelector('article') }))
  release()
  await waitForHydration(page)
  await expectReader()
  await expect(page.getByRole('link', { name: '‘내가 쓴 집’ 글 수정' })).toBeVisible()
  await expect(page.getByRole('link', { name: '‘좋아하는 집’ 글 수정' })).toHaveCount(0)
  expect(await boxesAtBothWidths()).toEqual(before)
  const isSame = () => document.querySelector('article') === (window as { firstArticle?: Element | null }).firstArticle
  expect(await page.evaluate(isSame)).toBe(true)

  const releaseAgain = await holdScripts(page)
  await page.goto(`/post/${own.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: '글 수정' })).toBeVisible()
  releaseAgain()
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: '글 수정' })).toBeVisible()
})

test('nothing that a member can press moves when the page’s script comes', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  signIn,
}) => {
  const place = { place_name: uniqueName(), address: '서울 마포구 숭문길 24' }
  const author = await buildUser(api)
  const user = await signIn()
  const { id } = await buildPost(api, { author, ...place })
  const own = await buildPost(api, { author: user, ...place })
  await api.as(user).addComment({ post: id, text: '', tasty: true })
  await api.as(user).followUser({ handle: author.handle, follow: true })
  const { place_id } = await api.getPost({ id })
  // Without the widths: the name of a card's author is cut where the tools of an own card come.
  const boxes = () =>
    page
      .getByRole('main')
      .locator('a, button, input, textarea, summary')
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return width ? `${element.tagName} ${element.className} ${[x, y, height].map(Math.round)}` : []
        }),
      )
  for (const path of [
    `/post/${id}`,
    `/post/${own.id}`,
    `/u/${author.handle}`,
    `/u/${user.handle}`,
    `/place/${place_id}`,
    `/search?keyword=${place.place_name}`,
    '/',
  ]) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await waitForStyles(page)
    await waitForFonts(page)
    const before = await boxes()
    // A field that is replaced loses the keyboard, and a syllable that is being composed.
    const fields = await page.locator('input, textarea').elementHandles()
    release()
    await waitForHydration(page)
    await waitForPaint(page)
    // Added elements, such as the menu of a comment, shift nothing either.
    const after = await boxes()
    expect(
      before.filter((box) => !after.includes(box)),
      path,
    ).toEqual([])
    for (const field of fields) expect(await field.evaluate(({ isConnected }) => isConnected), path).toBe(true)
  }
})

test('hearts of pages that are loaded later, and of a list that is restored, are the reader’s own', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const user = await signIn()
  const posts = []
  for (let count = 0; count < 12; count++)
    posts.push(await buildPost(api, { author, contents: word, title: `${count}째` }))
  const [last] = posts
  await api.as(user).likePost({ id: last?.id ?? '', isLike: true, jwt: user.handle })
  await page.goto(`/search?keyword=${word}&filter=latest`)
  const cards = page.getByRole('article')
  await cards.nth(9).scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(12)
  const heart = page.locator(`button.like[data-post="${last?.id}"]`)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.scrollIntoViewIfNeeded()
  await page.reload()
  await expect(cards).toHaveCount(12)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})
