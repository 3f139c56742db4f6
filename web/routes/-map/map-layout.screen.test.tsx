import { expect, onTestFinished, test } from 'vitest'
import { cdp, commands, page, userEvent } from 'vitest/browser'
import { answerMap, MOST_LISTED, mapPost } from '#tests/fake-map.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { doubleText } from '#tests/screens/double-text.ts'
import { dragMouse } from '#tests/screens/drag.ts'
import {
  boxOf,
  doOverlap,
  keywordField,
  mapRegion,
  postList,
  searchAgainButton,
  untilDrawn,
} from '#tests/screens/map.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const api = answerMap([mapPost('1', '망원 집', 37.55, 126.9)])
const sheetButton = postList.getByRole('button', { name: '목록 펼치기' })

test('the field and the filters are over the map, which keeps its room, and the open sheet covers them', async () => {
  await openScreen('/map?lat=37.55&lng=126.9&zoom=13', { api })
  await untilDrawn()
  // The only other magnifier is that of the whole site.
  await expect.poll(() => page.getByRole('button', { name: /찾기|검색/ }).elements()).toHaveLength(1)
  await expect.element(postList.getByRole('combobox')).not.toBeInTheDocument()
  await dragMouse({ x: 180, y: 400 }, { x: -60, y: -100 })
  await expect.element(searchAgainButton).toBeVisible()
  const parts = ['.map-keyword', '.map-chips', '.leaflet-control-scale-line', '.map-again', '.map-tools', '.map-list']
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [740, 360],
  ] as const) {
    await page.viewport(width, height)
    await expect.element(keywordField).toBeInViewport({ ratio: 1 })
    const [canvas, top] = [boxOf('.map-canvas'), boxOf('.map-keyword')]
    expect(top.top).toBeGreaterThan(canvas.top)
    expect(canvas.bottom - top.bottom).toBeGreaterThanOrEqual(150)
    const overlaps = () =>
      parts.flatMap((one, index) => parts.slice(index + 1).filter((other) => doOverlap(boxOf(one), boxOf(other))))
    await expect.poll(overlaps, { message: `${width} × ${height}` }).toEqual([])
    if (height > 360) continue
    // On its side a phone has the map up to its lower edge, where the title of the list begins.
    expect(canvas.bottom).toBeGreaterThan(height - 30)
    await expect.element(postList.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 0.9 })
    await expect.element(postList.getByRole('status').first()).toBeInViewport({ ratio: 0.9 })
    await expect.element(page.getByRole('button', { name: '지도 출처' })).toBeInViewport()
  }
  // Enlarged four times the map needs all of its room.
  await page.viewport(320, 256)
  await expect.poll(() => boxOf('.map-keyword').top >= boxOf(mapRegion).bottom).toBe(true)
  expect(boxOf('.map-keyword').top).toBeLessThan(boxOf(postList).top)

  await page.viewport(360, 740)
  postList.getByRole('slider', { name: '목록 높이' }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.querySelector('.map-field')?.hasAttribute('inert')).toBe(true)
  // The sheet may still be rising.
  await expect.poll(() => boxOf(postList).top <= boxOf('.map-keyword').top).toBe(true)
})

test('a wide window is filled by the map, beside the list below its field', async () => {
  const posts = Array.from({ length: MOST_LISTED + 1 }, (_, n) => mapPost(String(n), '국밥집', 34.32, 125.3))
  const screen = await openScreen('/map?keyword=국밥', { api: answerMap(posts), width: 1280 })
  await expect.poll(() => screen.url).toContain('zoom=')
  await expect.poll(() => document.querySelectorAll('.map-card').length).toBe(MOST_LISTED)
  await expect.element(keywordField).toHaveValue('국밥')
  await expect.element(page.getByRole('combobox', { name: '검색어', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('main').getByRole('button', { name: /찾기|검색$/ })).not.toBeInTheDocument()
  expect(document.documentElement.scrollHeight).toBe(innerHeight)
  expect(boxOf(keywordField).bottom).toBeLessThanOrEqual(boxOf(postList).top)
  expect(boxOf(keywordField).right).toBeLessThan(boxOf(mapRegion).left)
})

test('on a page enlarged twice the list follows the map; four times, the bars scroll away too', async () => {
  await openScreen('/map', { api })
  await page.viewport(640, 400)
  await untilDrawn()
  const position = () => getComputedStyle(postList.element()).position
  await expect.poll(position).toBe('static')
  expect(boxOf('.map-canvas').height).toBeGreaterThanOrEqual(300)
  expect(boxOf('.map-credits').bottom).toBeCloseTo(boxOf('.map-canvas').bottom, 0)
  await expect.element(page.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeInViewport({ ratio: 1 })
  await expect.element(mapRegion.getByRole('button', { name: '지도 확대' })).toBeInViewport({ ratio: 1 })

  await page.viewport(320, 256)
  await expect.poll(position).toBe('static')
  scrollTo({ top: 56, behavior: 'instant' })
  const isInView = (selector: string) => boxOf(selector).bottom > 0 && boxOf(selector).top < innerHeight
  await expect.poll(() => ['.topbar', '.bottombar'].filter(isInView)).toEqual([])
  expect(boxOf(mapRegion).height).toBeGreaterThanOrEqual(200)
  // The sources of the map cover no number.
  expect(boxOf('.map-credits').top).toBeGreaterThanOrEqual(boxOf('.map-canvas').bottom)
  await expect.element(mapRegion.getByRole('button', { name: '내 위치' })).toBeInViewport({ ratio: 1 })
  scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  const bar = page.getByRole('navigation', { name: '하단 메뉴' })
  await expect.element(bar.getByRole('link').first()).toBeInViewport({ ratio: 0.9 })
})

test('text of twice the size is not cut off in the sheet', async () => {
  await openScreen('/map', { api })
  doubleText()
  await untilDrawn()
  for (const part of [postList.getByRole('heading'), postList.getByRole('status').first(), sheetButton]) {
    await expect.poll(() => boxOf(part).bottom < boxOf('.bottombar').top).toBe(true)
    expect(boxOf(part).top).toBeGreaterThan(boxOf(postList).top)
  }
  // A second row would cover the scale.
  expect(boxOf('.map-credits').height).toBeLessThan(60)
})

test('the list of the map has the terms, because its screen has no footer', async () => {
  const legal = { title: '이용약관', html: '<h2>제1조</h2><p>약관이에요.</p>', version: '1' }
  const screen = await openScreen('/map', { api: { ...api, getLegalText: legal }, width: 1280 })
  const terms = postList.getByRole('navigation', { name: '약관과 방침' }).getByRole('link')
  const names = terms.elements().map(({ textContent }) => textContent)
  expect(names).toEqual(['이용약관', '개인정보처리방침', '위치정보 이용 안내'])
  await terms.first().click()
  await expect.poll(() => screen.url).toBe('/legal/terms')
})

test('names on the map are readable in forced colours', async () => {
  const force = (value: 'active' | 'none') =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'forced-colors', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
  onTestFinished(async () => {
    await force('none')
  })
  await openScreen('/map', { api, width: 1280 })
  await force('active')
  await untilDrawn()
  // An outline in the colour of the letters would cover them.
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const style = getComputedStyle(document.querySelector('.korea-map') as Element)
  const [letters, outline, land] = ['--map-text', '--map-halo', '--map-land'].map((name) => {
    pen.fillStyle = style.getPropertyValue(name)
    return pen.fillStyle
  })
  expect(letters).not.toBe(outline)
  expect(outline).toBe(land)
})

test('every map shows the sources of its data: on a wide screen, a phone, a post and in the form', async () => {
  // The line that the file asks every map to show.
  const notice = await commands.readFile('korea/NOTICE.md')
  const source = /^> (행정경계: .*)$/m.exec(notice)?.[1] ?? ''
  const post = fullPost(mapPost('1', '출처를 밝힌 집', 37.27, 127.03))
  const given = { api: { ...api, ...answersBesidePost, getPost: post, getNearestLandmark: null }, viewer }
  for (const [url, label, width] of [
    ['/map', '맛집 지도', 1280],
    ['/map', '맛집 지도', 360],
    ['/post/1', '장소 지도', 360],
    ['/add_post', '위치를 고르는 지도', 360],
  ] as const) {
    await openScreen(url, { ...given, width })
    const own = page.getByRole('region', { name: label })
    own.element().scrollIntoView()
    await own.getByRole('button', { name: '지도 출처' }).click()
    await expect.element(own.getByText(source)).toBeVisible()
  }
})
