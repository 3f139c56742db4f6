import sharp from 'sharp'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { areaPosition } from './places.ts'
import { holdRequests, waitForHydration } from './scripts.ts'

test('the chosen theme survives a reload and is set before the first paint', { tag: '@wide' }, async ({ page }) => {
  // A page whose footer stays where it is: a list grows when its end is near.
  await page.goto('/account/login')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: '어둡게' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.body) return
      document.documentElement.dataset.atBody = document.documentElement.dataset.theme ?? 'none'
      seen.disconnect()
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-at-body', 'dark')
  await expect(footer.getByRole('button', { name: '어둡게' })).toHaveAttribute('aria-pressed', 'true')
  await footer.getByRole('button', { name: '시스템' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-at-body', 'none')
})

test('pages answer with the status they show, also to HEAD', { tag: '@wide' }, async ({ request }) => {
  for (const [path, status] of [
    ['/', 200],
    ['/main', 200],
    ['/prefetch', 200],
    ['/search?keyword=x', 200],
    ['/account/login', 200],
    ['/error', 400],
    ['/error?status=503', 503],
    ['/error?status=%3Csvg%3E', 400],
    ['/nowhere', 404],
    ['/%', 404],
    ['/post/%E0%A4%A', 404],
    ['/post/999999999999', 404],
    ['/post/nothing', 404],
    ['/place/999999999999', 404],
    ['/place/nothing', 404],
    ['/place/%3Csvg%3E', 404],
  ] as const) {
    const got = await request.get(path)
    const head = await request.head(path)
    expect([path, got.status(), head.status()]).toEqual([path, status, status])
    expect(got.headers()['content-type']).toContain('text/html')
    expect((await head.body()).length).toBe(0)
  }
  expect((await request.get('/add_post', { maxRedirects: 0 })).status()).toBe(307)

  const error = await request.get('/error?status=%3Csvg%3E')
  expect(await error.text()).not.toContain('<svg>')
})

test('no page leaves to browsers what the server could not finish, also where nobody has written', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const { lat, lng } = await areaPosition(api, '전남/구례군')
  const near = `near=${lat.toFixed(3)},${lng.toFixed(3)}`
  const town = ['/', `/?${near}`, '/here', `/here?${near}&area=전남/구례군`, '/area/전남/구례군', `/map?keyword=구례`]
  const others = [
    '/search',
    '/search?keyword=쀍쀍쀍',
    '/search?keyword=구례',
    '/account/login',
    '/account/sign_up',
    '/offline',
  ]
  const unfinished = async (paths: readonly string[]) => {
    const found: string[] = []
    for (const path of paths) {
      const html = await (await page.request.get(path)).text()
      expect(html).toContain('</html>')
      // React writes it before the fallback of what waits for code.
      if (html.includes('<!--$!-->')) found.push(path)
    }
    return found
  }
  expect(await unfinished([...town, ...others])).toEqual([])
  const user = await signIn()
  const { id } = await api.as(user).addCollection({ name: '빈 모음', visibility: 'public' })
  const own = [
    '/me',
    '/me?view=import',
    '/notifications',
    '/following',
    '/add_post',
    '/account/profile',
    '/account/welcome',
  ]
  expect(await unfinished([...town, ...own, `/collection/${id}`, `/u/${user.handle}`])).toEqual([])
})

test('a page just rendered requests no data again', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(`${page.url()} ${request.postData()?.slice(0, 120)}`)
  })
  // A new signed-out tab each time, so that no viewer is looked up.
  await page.addInitScript(() => sessionStorage.clear())
  for (const path of ['/', '/search?keyword=냉면', `/post/${id}`, '/account/my_list', '/account/profile']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  expect(asked).toEqual([])
})

test('a missing page says so and leads home; the error page names whom to ask', { tag: '@narrow' }, async ({
  page,
  expectErrors,
}) => {
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: '해당 페이지를 찾을 수 없습니다.' })).toBeVisible()
  await expect(page).toHaveTitle('해당 페이지를 찾을 수 없습니다. | 맛나눔')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('main').getByRole('link', { name: '홈으로' }).click()
  await expect(page).toHaveURL('/')
  await expect(page).not.toHaveTitle(/찾을 수 없습니다/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.goto('/post/999999999999')
  await expect(page.getByRole('heading', { name: '게시글을 찾을 수 없습니다.' })).toBeVisible()
  await waitForHydration(page)
  await expect(page).toHaveTitle('게시글을 찾을 수 없습니다. | 맛나눔')
  await page.goto('/error')
  await expect(page.getByRole('main')).toContainText('관리자에게 문의해주세요')
  await expect(page.getByRole('main').getByRole('link', { name: 'help@matnanum.kr' })).toHaveAttribute(
    'href',
    'mailto:help@matnanum.kr',
  )
  await page.goto('/error?status=404')
  await expect(page.getByText('Error Code 404')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '홈으로' }).click()
  await expect(page).toHaveURL('/')
  // The browser logs an error for a page with an error status.
  expectErrors(/status of 40[04]/)
})

test('programs find every post: by feeds, by a sitemap, and by links through all pages of a list', {
  tag: ['@wide', '@long'],
}, async ({ request, api, origin, runSql }) => {
  const read = async (path: string) => (await request.get(path)).text()
  await test.step('home, an area and an author name a feed that begins with their newest post', async () => {
    const [author, other] = [await buildUser(api), await buildUser(api)]
    const position = await areaPosition(api, '서울/광진구')
    const inArea = await buildPost(api, { author, address: '서울 광진구 아차산로 1', ...position })
    const own = await buildPost(api, { author, address: null })
    const newest = await buildPost(api, { author: other, address: null })
    for (const [path, { id }] of [
      ['/area/서울/광진구', inArea],
      [`/u/${author.handle}`, own],
      ['/', newest],
    ] as const) {
      const [link = ''] = /<link[^>]*application\/atom\+xml[^>]*>/.exec(await read(path)) ?? []
      const [, feed = ''] = /href="([^"]*)"/.exec(link) ?? []
      const firstOf = async () => {
        const reply = await request.get(feed)
        expect([reply.status(), reply.headers()['content-type']]).toEqual([200, expect.stringContaining('atom+xml')])
        return /<entry>.*?<link[^>]* href="([^"]*)"/s.exec(await reply.text())?.[1]
      }
      await expect.poll(firstOf, path).toBe(`${origin}/post/${id}`)
    }
  })
  await test.step('robots.txt leads a search engine to a sitemap with every post, and the day on which it was last changed', async () => {
    const author = await buildUser(api)
    const [kept, edited] = [await buildPost(api, { author }), await buildPost(api, { author })]
    await runSql(`update posts set created_at = '2026-01-02' where id in ($1, $2)`, [kept.id, edited.id])
    await api.as(author).editPost({ ...edited, contents: '다시 가 봤어요.' })
    const [, sitemap = ''] = /^Sitemap: (.*)$/m.exec(await read('/robots.txt')) ?? []
    expect(sitemap).toContain(origin)
    await expect(async () => {
      const parts = [...(await read(sitemap)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
      const pages = parts.some((url) => url.endsWith('.xml'))
        ? await Promise.all(parts.map(read))
        : [await read(sitemap)]
      const lastChanged = ({ id }: { id: string }) =>
        new RegExp(`<loc>${origin}/post/${id}</loc><lastmod>(.*?)</lastmod>`).exec(pages.join())?.[1] ?? ''
      expect(lastChanged(kept)).toBe('2026-01-02')
      expect(lastChanged(edited) > '2026-01-02').toBe(true)
    }).toPass()
  })
  await test.step('without script, links lead through all pages of a list, and only the first is indexed', async () => {
    const author = await buildUser(api)
    const word = uniqueName()
    for (let count = 0; count < 21; count++) await buildPost(api, { author, contents: word })
    const readList = async (path: string) => {
      const html = await read(path)
      const [, href = ''] = /<noscript>.*?href="([^"]+)"[^>]*>다음 글 보기<.*?<\/noscript>/s.exec(html) ?? []
      const posts = [...html.matchAll(/<h2><a[^>]* href="(\/post\/\d+)"/g)].map(([, post]) => post)
      return { html, posts, next: href.replaceAll('&amp;', '&') }
    }
    const search = `/search?keyword=${word}&filter=order`
    const first = await readList(search)
    expect(first.next).toBe(`${search}&page=2`)
    const second = await readList(first.next)
    const last = await readList(second.next)
    expect(last.next).toBe('')
    expect([first, second, last].map(({ posts }) => posts.length)).toEqual([10, 10, 1])
    expect(new Set([...first.posts, ...second.posts, ...last.posts]).size).toBe(21)

    const home = await readList('/')
    expect(home.html).toContain('rel="canonical"')
    expect(home.html).not.toContain('noindex')
    expect(home.next).toBe('/?page=2')
    const more = await readList(home.next)
    expect(more.posts.length).toBe(10)
    expect(more.posts.filter((post) => home.posts.includes(post))).toEqual([])
    expect(more.html).toContain('noindex')
    expect(more.html).not.toContain('rel="canonical"')
    expect((await readList('/?page=nothing')).next).toBe('/?page=2')
  })
})

test('a page says in its tags what it is, and a post what a shared link shows', { tag: '@wide' }, async ({
  page,
  context,
  signIn,
  api,
  origin,
}) => {
  const author = await buildUser(api)
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`)
  const image = await uploadAs(author, await phonePhoto())
  const { id } = await buildPost(api, { author, title: '공유할 식당', contents: '한 줄\n두 줄', image })
  await test.step('home has three addresses and one canonical, and is marked in the bar at each', async () => {
    await buildPost(api, { author: await buildUser(api) })
    const bar = page.getByRole('navigation', { name: '주요 메뉴' })
    for (const path of ['/', '/main', '/prefetch']) {
      await page.goto(path)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/`)
      const list = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
      expect(list).toMatchObject({ '@type': 'ItemList' })
      expect(list.itemListElement[0].url).toMatch(`${origin}/post/`)
      await expect(bar.getByRole('link', { name: '홈' })).toHaveAttribute('aria-current', 'page')
      await expect(bar.getByRole('link', { name: '글쓰기' })).not.toHaveAttribute('aria-current')
    }
    await signIn()
    await page.goto('/add_post')
    await expect(bar.getByRole('link', { name: '글쓰기' })).toHaveAttribute('aria-current', 'page')
    await expect(bar.getByRole('link', { name: '홈' })).not.toHaveAttribute('aria-current')
  })
  await test.step('a post can be shared: title, text, picture and URL are in its tags', async () => {
    await page.goto(`/post/${id}`)
    await expect(page).toHaveTitle('공유할 식당 | 맛나눔')
    await expect(meta('og:title')).toHaveAttribute('content', '공유할 식당 | 맛나눔')
    await expect(meta('og:description')).toHaveAttribute('content', '한 줄 두 줄')
    await expect(meta('og:url')).toHaveAttribute('content', `${origin}/post/${id}`)
    const picture = (await meta('og:image').getAttribute('content')) ?? ''
    expect(picture).toMatch(`${origin}/share/post/${id}/`)
    const drawn = await page.request.get(picture)
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    await expect(meta('og:image:width')).toHaveAttribute('content', '1200')
    await expect(meta('og:image:height')).toHaveAttribute('content', '630')
    await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/post/${id}`)
  })
  await test.step('sharing a post shows that its link was copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // As the device shares, where it can.
    await page.evaluate(() => {
      Object.assign(navigator, { share: async (data: ShareData) => Object.assign(window, { shared: data }) })
    })
    await page.getByRole('button', { name: '공유', exact: true }).click()
    const shared = () => page.evaluate(() => (window as { shared?: ShareData }).shared)
    await expect.poll(shared).toEqual({ title: expect.any(String), url: page.url() })
    await page.evaluate(() => Object.assign(navigator, { share: undefined }))
    await page.getByRole('button', { name: '공유', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '링크를 복사했어요.' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/post/${id}`)
    // The word is about this page, and stays here.
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('링크를 복사했어요.')).toHaveCount(0)
  })
  await test.step('the link of an area has a picture of 1200 by 630', async () => {
    const position = await areaPosition(api, '서울/광진구')
    await buildPost(api, { author, address: '서울 광진구 아차산로 1', ...position })
    await page.goto('/area/서울/광진구')
    const picture = (await meta('og:image').getAttribute('content')) ?? ''
    expect(picture).toMatch(`${origin}/share/area/`)
    const drawn = await page.request.get(picture)
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(await drawn.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    await expect(meta('og:image:width')).toHaveAttribute('content', '1200')
    await expect(meta('og:image:height')).toHaveAttribute('content', '630')
  })
})

test('a page preloads the first picture that it shows, and a post opens with that of its card', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const title = uniqueName()
  const author = await buildUser(api)
  const build = async () => buildPost(api, { author, title, image: await uploadAs(author, await photo(1600, 1200)) })
  await build()
  const { id } = await build()
  await test.step('a page preloads one picture, the first that it shows, in the size that it shows', async () => {
    for (const path of [`/search?keyword=${title}`, `/post/${id}`]) {
      await page.goto(path)
      const [preloaded, first] = await page.evaluate(() => [
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')].map((link) => ({
          srcset: link.imageSrcset,
          sizes: link.imageSizes,
        })),
        [...document.querySelectorAll<HTMLImageElement>('main img[fetchpriority=high]')].map(({ srcset, sizes }) => ({
          srcset,
          sizes,
        })),
      ])
      expect(preloaded).toEqual(first)
      expect(first?.[0]?.srcset).toContain('_640.webp 640w')
    }
  })
  await test.step('opening a post shows the photo of its card at once, while the post and its larger file are on their way', async () => {
    // Home may still be shown as it was a moment before.
    await page.goto(`/search?keyword=${title}`)
    await waitForHydration(page)
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/post/${id}"]`) })
    const shown = card.locator('.photo img')
    await shown.scrollIntoViewIfNeeded()
    await expect(shown).toHaveJSProperty('complete', true)
    await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
    const file = await shown.evaluate((img: HTMLImageElement) => img.currentSrc)

    const post = await holdRequests(page, '**/graphql')
    const files = await holdRequests(page, '**/images/*')
    await card.getByRole('heading').getByRole('link').click()
    await expect(page.locator('[aria-busy=true] .detail-photo img')).toHaveAttribute('src', file)
    post.release()
    const hero = page.getByRole('img', { name: `${title} 사진` })
    await expect(hero).toHaveCSS('background-image', new RegExp(`^url\\("${file}"\\)`))
    files.release()
    await expect(hero).not.toHaveJSProperty('naturalWidth', 0)
  })
})
