import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForOverlays } from './scripts.ts'
import { inBothThemes } from './themes.ts'
import { dragByFinger } from './touch.ts'

test('a date is planned: saved, collected, ordered, annotated, shared, and read by a stranger', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn, another, context, expectErrors }) => {
  const author = await buildUser(api)
  const user = await signIn({ username: '감자전' })
  const titles = ['타르트집', '초밥집', '국밥집']
  const ids: string[] = []
  for (const [n, title] of titles.entries()) {
    const { id } = await buildPost(api, { author, title, lat: 37.5 + n / 100, lng: 127 })
    ids.push(id)
  }
  // The first save offers to collect; the collection is made on the way.
  await page.goto(`/post/${ids[0]}`)
  await page.getByRole('button', { name: '‘타르트집’ 가고 싶어요' }).click()
  await page.getByRole('button', { name: '‘타르트집’ 다녀왔어요' }).click()
  // Of both marks one message offers it, and none lies over the dialog.
  await page.getByRole('button', { name: '모음에 담기' }).and(page.locator('.toast-undo')).click()
  const dialog = page.getByRole('dialog', { name: '모음에 담기' })
  await expect(page.locator('.toast')).toHaveCount(0)
  await dialog.getByRole('button', { name: '새 모음' }).click()
  const form = page.getByRole('dialog', { name: '새 모음' })
  await form.getByRole('button', { name: '만들기' }).click()
  await expect(form.getByText('모음의 이름을 적어 주세요.')).toBeVisible()
  await form.getByLabel('이름').fill('성수 데이트')
  await form.getByRole('button', { name: '만들기' }).click()
  await expect(page.getByText('‘성수 데이트’\u2060에 담았어요')).toBeVisible()
  const [made] = await api.as(user).getCollections({ handle: user.handle })
  const id = made?.id ?? ''
  for (const post of ids.slice(1)) {
    // The closing dialog goes back in the history, which would end a navigation that has begun.
    await waitForOverlays(page, 0)
    await page.goto(`/post/${post}`)
    await page.getByRole('button', { name: '모음에 담기' }).click()
    await dialog.getByRole('checkbox', { name: '성수 데이트' }).check()
    await dialog.getByRole('button', { name: '닫기' }).click()
    await expect(dialog).toBeHidden()
  }
  await waitForOverlays(page, 0)
  await page.goto('/me')
  await page.getByRole('link', { name: /성수 데이트/ }).click()
  const headings = page.locator('.entry h2')
  await expect(headings).toHaveText(titles)

  // By keyboard, then by dragging with a mouse.
  await page.getByRole('button', { name: '모음 수정' }).click()
  const handle = page.getByRole('button', { name: /^‘국밥집’ 순서 바꾸기/ })
  await handle.press('ArrowUp')
  const names = async () => (await api.as(user).getCollection({ id })).entries.map(({ title }) => title)
  await expect.poll(names).toEqual(['타르트집', '국밥집', '초밥집'])
  await expect(handle).toBeFocused()
  const row = page.locator('.edit-entry').first()
  await expect(row).toContainText('타르트집')
  const [from, to] = [await handle.boundingBox(), await row.boundingBox()]
  if (!from || !to) throw new Error('a row has no box')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 6, { steps: 8 })
  await page.mouse.up()
  await expect.poll(names).toEqual(['국밥집', '타르트집', '초밥집'])
  // By a finger, down and up again, and the page stays where it is.
  const top = await page.evaluate(() => window.scrollY)
  await dragByFinger(page, handle, page.locator('.edit-entry').last(), 12)
  await expect.poll(names).toEqual(['타르트집', '초밥집', '국밥집'])
  await dragByFinger(page, handle, page.locator('.edit-entry').first(), -12)
  await expect.poll(names).toEqual(['국밥집', '타르트집', '초밥집'])
  expect(await page.evaluate(() => window.scrollY)).toBe(top)
  await page.getByRole('textbox', { name: '‘국밥집’ 메모' }).fill('여기서 시작해요.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '‘초밥집’ 모음에서 빼기' }).click()
  await expect.poll(names).toEqual(['국밥집', '타르트집'])
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(names).toEqual(['국밥집', '타르트집', '초밥집'])

  // Private until its owner says otherwise.
  const stranger = await another()
  await stranger.goto(`/collection/${id}`)
  await expect(stranger.getByRole('heading', { name: '모음을 찾을 수 없어요.' })).toBeVisible()
  await page.getByRole('button', { name: '수정 완료' }).click()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As a browser does that finds the press too long ago.
  await page.evaluate(() =>
    Object.assign(navigator, { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }),
  )
  await page.getByRole('button', { name: '공유하기' }).click()
  const question = page.getByRole('dialog', { name: '링크가 있는 사람에게 보여 줄까요?' })
  await question.getByRole('button', { name: '취소' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('나만 볼 수 있어요').first()).toBeVisible()
  await page.getByRole('button', { name: '공유하기' }).click()
  await question.getByRole('button', { name: '바꾸고 공유하기' }).click()
  await expect(page.getByText('링크를 복사했어요.')).toBeVisible()
  await expect(page.getByText('링크가 있는 사람만 볼 수 있어요').first()).toBeVisible()
  await expect(question).toBeHidden()
  await expect(async () => {
    await stranger.goto(`/collection/${id}`)
    await expect(stranger.locator('.entry h2')).toHaveText(['국밥집', '타르트집', '초밥집'], { timeout: 2000 })
  }).toPass()
  await expect(stranger.getByText('여기서 시작해요.')).toBeVisible()
  await expect(stranger.getByRole('button', { name: '모음 수정' })).toHaveCount(0)
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await stranger.close()
  expectErrors(/404 \(Not Found\)/)
})

test('a public collection is found by search, shows its places on a map, and is accessible', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn }) => {
  const user = await signIn()
  const word = uniqueName()
  const { id } = await api.as(user).addCollection({ name: `국물 ${word}`, about: '비 오는 날', visibility: 'public' })
  for (const [n, title] of ['하나', '두리'].entries()) {
    const image = n === 0 ? await uploadAs(user, await phonePhoto()) : undefined
    const post = await buildPost(api, { author: user, title, lat: 37.5 + n / 50, lng: 127, image })
    await api.as(user).putInCollection({ id, post: post.id, note: '메모' })
  }
  await page.goto(`/u/${user.handle}`)
  const sections = page.getByRole('navigation', { name: `${user.username}님의 맛집` })
  await sections.getByRole('link', { name: '모음 1' }).click()
  const card = page.getByRole('main').getByRole('link', { name: new RegExp(word) })
  await expect(card).toHaveAttribute('href', `/collection/${id}`)
  await expect(card.locator('.cover img')).toHaveCount(1)
  await page.goto(`/search?keyword=${word}`)
  // A low row, so that the posts below it are in view.
  expect((await card.first().boundingBox())?.height).toBeLessThan(80)
  await page.getByRole('link', { name: new RegExp(`국물 ${word}`) }).click()
  await expect(page).toHaveURL(`/collection/${id}`)
  await expect(page.getByRole('main').getByRole('link', { name: user.username }).first()).toHaveAttribute(
    'href',
    `/u/${user.handle}`,
  )
  const drawn = await page.request.get((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '')
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await expect(page.getByRole('heading', { name: '두리' })).toBeVisible()
  await page.getByRole('button', { name: '지도', exact: true }).click()
  const map = page.getByRole('region', { name: `국물 ${word} 지도` })
  await map.getByRole('button', { name: '2번 두리' }).press('Enter')
  await expect(page.getByRole('heading', { name: '두리' }).getByRole('link')).toBeFocused()
  // While its post can still be brought back, an entry stays without a link.
  const entry = page.locator('.entry').filter({ hasText: '두리' })
  await entry.getByRole('link', { name: '두리' }).press('Enter')
  await page.getByRole('button', { name: '글 삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
  await expect(page).toHaveURL('/')
  await waitForOverlays(page, 0)
  await page.goBack()
  await expect(entry).toContainText('삭제된 글')
  await expect(entry.getByRole('heading').getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(entry.getByRole('heading').getByRole('link')).toHaveCount(1)
  await expect(entry).not.toContainText('삭제된 글')
  await page.getByRole('button', { name: '모음 수정' }).click()
  await expect(page.getByRole('textbox', { name: '‘하나’ 메모' })).toBeVisible()
  await inBothThemes(page, async () => {
    expect((await runAxe(page, { exclude: ['.map'] })).faults).toEqual([])
  })
  const own = page.getByRole('link', { name: new RegExp(word) })
  const erase = async () => {
    await page.getByRole('button', { name: '모음 삭제' }).click()
    await expect(page).toHaveURL('/me')
    await expect(page.getByText('모음을 삭제했어요.')).toBeVisible()
    await expect(own).toHaveCount(0)
  }
  await erase()
  await page.getByRole('button', { name: '되돌리기' }).click()
  await own.click()
  await page.getByRole('button', { name: '모음 수정' }).click()
  await erase()
  // Leaving the page ends the time to change one's mind.
  await page.goto('/')
  await expect.poll(() => api.as(user).getCollections({ handle: user.handle })).toEqual([])
})
