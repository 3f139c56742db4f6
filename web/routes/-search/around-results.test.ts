import { expect, test } from 'vitest'
import { postPage } from '#tests/fake-posts.ts'
import { namedAreasToShow } from '../../places/shops.ts'
import { unfilteredListParams } from '../../posts/lists/list-search.ts'
import {
  announcementSentence,
  insteadHeading,
  insteadSentence,
  resultsSentence,
  searchedSoFarSentence,
} from './around-results.tsx'

const latest = { keyword: '국밥', order: '최신순' }
/** A page of a search that stopped. */
const stopped = (ids: string[] = []) => ({ ...postPage(ids, 'more'), searched: 10_000 })

test('a search says how many posts it found, and whether there may be more', () => {
  expect(announcementSentence([postPage(['1', '2'])], latest)).toBe('‘국밥’ 검색 결과 2개, 최신순이에요.')
  expect(announcementSentence([postPage(['1'], 'more'), postPage(['2'], 'more')], latest)).toBe(
    '‘국밥’ 검색 결과 2개 이상, 최신순이에요.',
  )
  expect(announcementSentence([postPage([])], latest)).toBe('‘국밥’ 검색 결과가 없어요.')
  expect(announcementSentence([postPage([])], { ...latest, instead: '국수역 근처' })).toBe(
    '‘국밥’ 검색 결과가 없어요. 국수역 근처 글을 보여 드려요.',
  )
})

test('a search that stopped without a result does not say that there is none', () => {
  expect(announcementSentence([stopped()], latest)).toBe('‘국밥’ 아직 찾지 못했어요. 더 찾아볼 수 있어요.')
})

test('a search that stopped says how many posts all its pages have searched, until it has seen all', () => {
  expect(searchedSoFarSentence([stopped(), stopped(['1'])], true)).toBe(
    '흔한 글자라 글 20,000개까지만 찾아봤어요. 검색어를 더 길게 입력해 주세요.',
  )
  expect(searchedSoFarSentence([stopped(), postPage(['1'])], false)).toBeNull()
  expect(searchedSoFarSentence([postPage(['1'], 'more')], true)).toBeNull()
})

test('posts far from the place that was searched are not called near', () => {
  const market = { lat: 36.3316, lng: 127.4342 }
  const page = (lat: number) => {
    const found = postPage(['1'])
    return { ...found, data: found.data.map((post) => ({ ...post, lat, lng: market.lng })), from: market }
  }
  const instead = { name: '서문시장', isArea: false }
  expect(insteadSentence({ ...page(36.34), instead }, unfilteredListParams())).toBe(
    '딱 맞는 글은 없어요. 서문시장에서 가까운 글부터 보여 드려요.',
  )
  // 22 kilometres.
  expect(insteadSentence({ ...page(36.53), instead }, unfilteredListParams())).toBe(
    '딱 맞는 글은 없어요. 가장 가까운 글을 보여 드려요.',
  )
  expect(insteadHeading({ ...page(36.34), instead })).toBe('서문시장 근처')
  expect(insteadHeading({ ...page(36.53), instead })).toBe('서문시장에서 가까운 글')
})

test('posts near an area stand under its own name, those near a sight under all of its words', () => {
  const headingOf = (name: string) => insteadHeading({ ...postPage(['1']), instead: { name } })
  expect(headingOf('서울특별시 마포구 망원동')).toBe('망원동에서 가까운 글')
  expect(headingOf('전남 구례군')).toBe('구례군에서 가까운 글')
  expect(headingOf('서울 시립미술관')).toBe('서울 시립미술관에서 가까운 글')
  expect(headingOf('강남역')).toBe('강남역에서 가까운 글')
})

test('areas without posts are only shown while none of the named ones has any', () => {
  const position = { lat: 37.5, lng: 127 }
  const area = (name: string, count: number, named = true) => ({ name, path: name, count, named, position })
  const here = area('서울 강남구', 8)
  const far = area('강원 강릉시 강남동', 0)
  expect(namedAreasToShow([here, far, area('서울 서초구', 3, false)])).toEqual([here])
  expect(namedAreasToShow([far])).toEqual([far])
})

test('the number of posts stands beside the one place that the keyword was read as', () => {
  const area = (name: string) => ({ name, path: `서울/${name}`, count: 3, named: true })
  const meaning = { kind: 'place', correction: null, suggestions: [], areas: [area('마포구')], landmarks: [] } as never
  expect(resultsSentence([{ ...postPage(['1', '2']), meaning }])).toBe('마포구 ·\u00a0글 2개')
  expect(resultsSentence([postPage(['1'], 'more')])).toBe('글 1개 이상')
  const two = { kind: 'place', areas: [area('중구'), area('동구')], landmarks: [] } as never
  expect(resultsSentence([{ ...postPage(['1']), meaning: two }])).toBe('글 1개')
})
