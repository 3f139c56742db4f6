import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { errorMessages } from '#rules/errors.ts'
import { collectionEntry, collectionPage, shopEntry } from '#tests/fake-collections.ts'
import { answerMap, mapPost } from '#tests/fake-map.ts'
import { fakeShop } from '#tests/fake-places.ts'
import { savedPost } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'
import type { Shop } from '#web/places/shops.ts'

const sheet = page.getByRole('dialog', { name: '담을 곳 고르기' })
const way = (name: string) => sheet.getByRole('button', { name, exact: true })
const choice = (name: string | RegExp) => sheet.getByRole('checkbox', { name })
const map = sheet.getByRole('region', { name: '담을 곳을 고르는 지도' })

const there = mapPost('1', '초밥집', 37.55, 126.91)
const onMap = [there, mapPost('2', '국밥집', 37.551, 126.9115), mapPost('3', '빵집', 37.549, 126.909)]
type Box = Record<'south' | 'north' | 'west' | 'east', number>
type Put = { post?: string | null; place?: string | null }
const shops = [1, 2, 3].map((n) => fakeShop(n, { lat: 37.55 + n * 1e-4, lng: 126.91 }))
const textMeaning = {
  kind: 'text' as const,
  correction: null,
  alternatives: [],
  areas: [],
  landmarks: [],
  suggestions: [],
  otherWords: null,
}
const town = {
  name: '망원동',
  path: '서울/마포구/망원동',
  count: 0,
  named: true,
  position: { lat: 37.55, lng: 126.91 },
}
const townMeaning = { ...textMeaning, kind: 'area' as const, areas: [town] }
const page0 = { nextCursor: null, startCursor: null }
const nothingMeant = { searched: null, meaning: null, instead: null, from: null }

function collectionOf(titles: ReadonlyMap<string, string>) {
  let entries = [collectionEntry('1', '초밥집', { lat: there.lat, lng: there.lng, place_id: '90' })]
  return {
    get ids() {
      return entries.map(({ id }) => id)
    },
    api: {
      ...answerMap(onMap),
      getCollection: () => collectionPage('c1', entries, { name: '주말' }),
      putInCollection: ({ post, place }: Put) => {
        const shop = shops.find(({ id }) => id === place)
        entries = [...entries, shop ? shopEntry(shop) : collectionEntry(post ?? '', titles.get(post ?? '') ?? '')]
        return { count: 1 }
      },
      takeFromCollection: ({ post, place }: Put) => {
        entries = entries.filter(({ id }) => id !== (post ?? place))
        return { count: 1 }
      },
    },
  }
}

const titles = new Map([
  ['2', '국밥집'],
  ['3', '빵집'],
  ['4', '냉면집'],
  ['5', '만두집'],
])
const saved = (...ids: string[]) => ({
  ...page0,
  data: ids.map((id) => savedPost(id, { title: titles.get(id) ?? '초밥집' })),
  gone: [],
})

test('what is chosen in one’s lists, a search and on the map is put in by one press, and taken out by another', async () => {
  const collection = collectionOf(titles)
  await openScreen('/collection/c1', {
    viewer,
    // Another post of the place that the collection has.
    posts: { '6': { place: '90' } },
    api: {
      ...collection.api,
      getSavedPosts: ({ list }) => (list === 'been' ? saved('4') : saved('1')),
      getSearchPosts: {
        ...page0,
        ...nothingMeant,
        data: [savedPost('5', { title: '만두집' }), savedPost('6', { title: '초밥집 또' })],
      },
    },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  await expect.element(choice('초밥집')).toBeChecked()
  await expect.element(choice('초밥집')).toBeDisabled()
  await sheet.getByRole('combobox', { name: '목록' }).selectOptions('been')
  await choice('냉면집').click()

  await press(way('검색'))
  const field = sheet.getByRole('searchbox', { name: '담을 곳 검색어' })
  await field.fill('만두')
  await userEvent.keyboard('{Enter}')
  await choice('만두집').click()
  await expect.element(choice('초밥집 또')).toBeDisabled()

  await press(way('지도'))
  await expect.element(map).toHaveAttribute('data-status', 'success')
  await press(map.getByRole('button', { name: /국밥집/ }))
  await expect.element(choice('국밥집')).toBeChecked()
  await expect.element(map.getByRole('button', { name: /초밥집, 이미 담겨 있어요/ })).toBeInTheDocument()
  // A row and its pin are one choice.
  await choice('빵집').click()
  await expect.element(map.getByRole('button', { name: /빵집, 골랐어요/ })).toBeInTheDocument()
  await choice('빵집').click()
  await expect.poll(findFaultsInBothThemes).toEqual([])

  await press(way('검색'))
  await expect.element(field).toHaveValue('만두')
  await sheet.getByRole('button', { name: '3곳 담기' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['초밥집', '냉면집', '만두집', '국밥집'])
  await press(page.getByRole('button', { name: '되돌리기' }))
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['초밥집'])
  expect(collection.ids).toEqual(['1'])
})

test('two posts of one place are one place, and the map begins at what was chosen before', async () => {
  const collection = collectionOf(titles)
  const screen = await openScreen('/collection/c1', {
    viewer,
    posts: { '4': { place: '91' }, '5': { place: '91' } },
    api: {
      ...collection.api,
      getCollection: collectionPage('c1', [collectionEntry('1', '초밥집', { lat: 33.5, lng: 126.5 })]),
      getSavedPosts: {
        ...page0,
        data: ['4', '5'].map((id) => savedPost(id, { title: titles.get(id) ?? '', lat: 37.55, lng: 126.91 })),
        gone: [],
      },
    },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  for (const title of ['냉면집', '만두집']) await choice(title).click()
  await expect.element(sheet.getByRole('button', { name: '1곳 담기' })).toBeVisible()
  await press(way('지도'))
  await expect.element(map).toHaveAttribute('data-status', 'success')
  await expect.poll(() => screen.asked.some(({ name }) => name === 'getMapPosts')).toBe(true)
  const asked = screen.asked.find(({ name }) => name === 'getMapPosts')
  const { south, north, west, east } = { ...(asked?.variables as Box) }
  expect(south < 37.55 && 37.55 < north && west < 126.91 && 126.91 < east).toBe(true)
  expect(north - south).toBeLessThan(0.1)
})

test('what could not be put in stays chosen, and the sentence says how many were', async () => {
  const collection = collectionOf(titles)
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: { ...collection.api, getSavedPosts: saved('2', '3', '4') },
  })
  const put = screen.api.putInCollection
  screen.api.putInCollection = (variables, headers) => {
    if (variables.post === '3') throw new Refusal('BAD_USER_INPUT', collectionMessages.added)
    return typeof put === 'function' ? put(variables, headers) : { count: 0 }
  }
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  for (const title of ['국밥집', '빵집', '냉면집']) await choice(title).click()
  await sheet.getByRole('button', { name: '3곳 담기' }).click()
  await expect.element(sheet.getByText(`1곳은 담았어요. ${collectionMessages.added}`)).toBeVisible()
  await expect.element(choice('국밥집')).toBeDisabled()
  for (const title of ['빵집', '냉면집']) await expect.element(choice(title)).toBeChecked()
  screen.api.putInCollection = put
  await sheet.getByRole('button', { name: '2곳 담기' }).click()
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['초밥집', '국밥집', '빵집', '냉면집'])
})

test('more than a collection holds is refused before anything is sent', async () => {
  const full = Array.from({ length: collectionLimits.entries - 1 }, (_, n) => collectionEntry(String(n + 100), `${n}`))
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: { getCollection: () => collectionPage('c1', full), getSavedPosts: saved('2', '3') },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  for (const title of ['국밥집', '빵집']) await choice(title).click()
  await sheet.getByRole('button', { name: '2곳 담기' }).click()
  await expect.element(sheet.getByText(collectionMessages.full)).toBeVisible()
  expect(screen.asked.map(({ name }) => name)).not.toContain('putInCollection')
})

test('a search and a map that cannot be reached say so, and are asked again', async () => {
  const collection = collectionOf(titles)
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: {
      ...collection.api,
      getSavedPosts: saved(),
      getSearchPosts: () => {
        throw new Refusal('INTERNAL')
      },
    },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  await expect.element(sheet.getByText('이 목록에 담은 곳이 아직 없어요.')).toBeVisible()
  await press(way('검색'))
  await sheet.getByRole('searchbox').fill('없는 집')
  await press(way('검색').last())
  await expect.element(sheet.getByText('검색하지 못했어요. 다시 시도해 주세요.')).toBeVisible()
  screen.api.getSearchPosts = { ...page0, ...nothingMeant, data: [] }
  await press(sheet.getByRole('button', { name: '다시 시도' }))
  await expect.element(sheet.getByText('‘없는 집’\u2060에 맞는 곳이 없어요.')).toBeVisible()
  let isAway = true
  const onMapNow = answerMap(onMap).getMapPosts
  screen.api.getMapPosts = (variables, headers) => {
    if (isAway || typeof onMapNow !== 'function') throw new Refusal('INTERNAL')
    return onMapNow(variables, headers)
  }
  await press(way('지도'))
  await expect.element(sheet.getByText(errorMessages.INTERNAL)).toBeVisible()
  isAway = false
  await press(sheet.getByRole('button', { name: '다시 시도' }))
  await expect.element(choice('국밥집')).toBeInTheDocument()
})

test('in a town without a post shops are chosen from one’s lists, a search and the map', async () => {
  const collection = collectionOf(titles)
  const [one, two, three] = shops as [Shop, Shop, Shop]
  const gone = {
    post: one.id,
    title: one.name,
    address: null,
    lat: null,
    lng: null,
    place_id: one.id,
    shop: one,
    at: 0,
  }
  const screen = await openScreen('/collection/c1', {
    viewer,
    width: 360,
    api: {
      ...collection.api,
      ...answerMap(),
      getMapShops: shops,
      getSavedPosts: { ...page0, data: [], gone: [gone] },
      getSearchPosts: { ...page0, ...nothingMeant, data: [], meaning: textMeaning },
      getSearchShops: ({ keyword }) => (keyword === '국밥' ? [{ ...two, around: null }] : []),
    },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  await choice(/국밥 1/).click()
  await press(way('검색'))
  await sheet.getByRole('searchbox').fill('국밥')
  await userEvent.keyboard('{Enter}')
  await choice(/국밥 2/).click()
  await press(way('지도'))
  await expect.element(map).toHaveAttribute('data-status', 'success')
  await expect.element(sheet.getByText('아직 글이 없는 가게 3곳이 보여요.')).toBeVisible()
  await expect.element(choice(/국밥 1/)).toBeChecked()
  // Dots are for the eye and the finger; the rows below are the same choice.
  const dots = () => document.querySelectorAll<HTMLElement>('.pick-map .marker-place:has(.marker-shop)')
  await expect.poll(() => dots().length).toBe(3)
  dots()[2]?.click()
  await expect.element(choice(/국밥 3/)).toBeChecked()
  await expect.poll(findFaultsInBothThemes).toEqual([])
  await sheet.getByRole('button', { name: '3곳 담기' }).click()
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['초밥집', '국밥 1', '국밥 2', '국밥 3'])
  const put = screen.asked.filter(({ name }) => name === 'putInCollection').map(({ variables }) => variables)
  expect(put).toEqual([one, two, three].map(({ id: place }) => ({ id: 'c1', place })))
  await press(page.getByRole('button', { name: '되돌리기' }))
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['초밥집'])
})

test('a search for a town without a post offers the shops around it', async () => {
  const collection = collectionOf(titles)
  await openScreen('/collection/c1', {
    viewer,
    api: {
      ...collection.api,
      getSavedPosts: saved(),
      getSearchPosts: {
        ...page0,
        ...nothingMeant,
        data: [],
        meaning: townMeaning,
      },
      getNearShops: shops,
    },
  })
  await press(page.getByRole('button', { name: '담을 곳 고르기' }))
  await press(way('검색'))
  await sheet.getByRole('searchbox').fill('망원동')
  await userEvent.keyboard('{Enter}')
  await expect.element(choice(/국밥 1/)).toBeVisible()
})
