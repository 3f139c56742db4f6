import { expect, test } from 'vitest'
import { postPage } from '#tests/fake-posts.ts'
import { listParams } from '../../posts/lists/list-search.ts'
import { foundNothing, mayShowInstead, postsInArea, postsNear } from './posts-instead.ts'

const execute = () => Promise.reject(new Error('nothing is loaded here'))
const station = {
  name: '홍대입구역',
  kind: 'station' as const,
  area: '서울 마포구',
  position: { lat: 37.5569, lng: 126.9238 },
  named: true,
}

test('other posts are shown only when the whole search found none', () => {
  expect(foundNothing([postPage([])])).toBe(true)
  expect(foundNothing([postPage(['1'])])).toBe(false)
  expect(foundNothing([postPage([], 'more')])).toBe(false)
  expect(foundNothing(undefined)).toBe(false)
})

test('other posts are not shown on a later page, or for a search around the reader', () => {
  expect(mayShowInstead(listParams({}))).toBe(true)
  expect(mayShowInstead(listParams({ open: '1' }))).toBe(true)
  expect(mayShowInstead(listParams({ page: 2 }))).toBe(false)
  expect(mayShowInstead(listParams({ near: '37.5,127' }))).toBe(false)
})

test('the posts near a station are the list that home shows for it, with the filter', () => {
  const instead = postsNear(execute, [station], listParams({ open: '1' }))
  expect(instead).toMatchObject({ heading: '홍대입구역 근처', near: '37.557,126.924' })
  expect(instead?.query.queryKey).toEqual(['posts', 'near', '37.557', '126.924', 'open'])
  const many = postsNear(execute, [station, { ...station, area: '부산 중구' }], listParams({}))
  expect(many?.heading).toBe('서울 마포구 홍대입구역 근처')
  expect(postsNear(execute, [], listParams({}))).toBeNull()
})

test('the posts of an area keep order and filter; an area without posts has none to show', () => {
  const area = { name: '서울 마포구 망원동', path: '서울/마포구/망원동', count: 3 }
  const hints = { areas: [area], place: null, suggestions: [] }
  const list = listParams({ filter: 'popular' })
  expect(postsInArea(execute, hints, list)).toMatchObject({ heading: '서울 마포구 망원동 맛집' })
  expect(postsInArea(execute, hints, list)?.query.queryKey).toEqual(['area_posts', '서울/마포구/망원동', 'popular'])
  expect(postsInArea(execute, { ...hints, areas: [{ ...area, count: 0 }] }, list)).toBeNull()
  expect(postsInArea(execute, { ...hints, areas: [] }, list)).toBeNull()
})
