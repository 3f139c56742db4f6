import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakePhoto } from '#tests/fake-photo.ts'
import { place } from '#tests/fake-places.ts'
import { fullSite } from '#tests/fake-site.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'

const photo = (n: number) => ({ post: `${n}`, title: '국수집', image: fakePhoto(300 + n, 300).url, image_info: null })
const getPlace = place('9', { lat: 37.5, lng: 127, photos: [1, 2, 3].map(photo) })
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

test('a phone shows a strip of photos first, then name and actions, then the map', async () => {
  await openScreen('/place/9', { api: { ...fullSite, getPlace } })
  await page.viewport(390, 844)
  const [photos, name, acts, map] = ['.place-photos', 'h1', '.acts', '.place-map'].map(boxOf)
  expect([photos?.left, photos?.width]).toEqual([0, 390])
  expect(photos?.top).toBeLessThanOrEqual(boxOf('.topbar').bottom)
  expect(photos?.bottom).toBeLessThan(name?.top ?? 0)
  expect(acts?.bottom).toBeLessThan(map?.top ?? 0)
  expect(acts?.bottom).toBeLessThan(boxOf('.bottombar').top)
  expect(visibleTexts('.acts > *')).toEqual(['길찾기', '저장', '다녀왔어요', '공유'])
  // The second photo can be seen at the edge.
  const second = boxOf('.place-photos li:nth-child(2)')
  expect(second.left).toBeLessThan(390)
  expect(second.right).toBeGreaterThan(390)
})
