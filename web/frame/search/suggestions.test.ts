import { expect, test } from 'vitest'
import { paths } from '#rules/paths.ts'
import { suggestionsFor } from './suggestions.tsx'

const nothing = {
  keyword: '',
  correction: null,
  otherWords: null,
  dishes: [],
  posts: [],
  areas: [],
  landmarks: [],
  seen: [],
}
const centre = { position: { lat: 37.5, lng: 127 }, precision: 'district' as const }
const posts = [
  { title: '을지로 손칼국수', place_name: '을지로손칼국수 본점' },
  { title: '점심에 간 집', place_name: '바지락칼국수' },
  { title: '골목 김치찌개', place_name: null },
]
const texts = (typed: string, recent: string[] = []) =>
  suggestionsFor(typed, recent, { ...nothing, posts }).map(({ text }) => text)

test('without text only recent searches are suggested', () => {
  expect(
    suggestionsFor('', ['국밥', '제주'], {
      ...nothing,
      posts,
      areas: [{ path: '제주', count: 1, named: true, ...centre }],
    }),
  ).toEqual([
    { text: '국밥', kind: 'recent' },
    { text: '제주', kind: 'recent' },
  ])
})

test('without text the places seen last stand after recent searches, four of each at most, and with text not at all', () => {
  const places = Array.from({ length: 6 }, (_, n) => ({
    text: `본 집 ${n}`,
    kind: 'seen' as const,
    link: { to: paths.post, params: { id: String(n) } },
  }))
  const recent = Array.from({ length: 6 }, (_, n) => `낱말 ${n}`)
  const shown = (typed: string, seen = places) =>
    suggestionsFor(typed, recent, { ...nothing, seen }).map(({ text }) => text)
  expect(shown('')).toEqual([...recent.slice(0, 4), ...places.slice(0, 4).map(({ text }) => text)])
  expect(shown('', [])).toEqual(recent)
  expect(shown('집')).toEqual([])
})

test('titles and places that contain the text are suggested, not posts that match only by their contents', () => {
  expect(texts('칼국')).toEqual(['을지로 손칼국수', '을지로손칼국수 본점', '바지락칼국수'])
  expect(texts('ㅂㅈㄹ')).toEqual(['바지락칼국수'])
  expect(texts('본점 칼')).toEqual(['을지로손칼국수 본점'])
})

test('suggestions are unique, recent searches win, and the typed text itself is not suggested', () => {
  const found = suggestionsFor('칼국', ['바지락칼국수', '칼국', '칼국수 골목', '칼국 셋'], { ...nothing, posts })
  expect(found.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
    'recent 바지락칼국수',
    'title 을지로 손칼국수',
    'place 을지로손칼국수 본점',
  ])
})

test('areas come before posts, also one whose whole name is typed', () => {
  const found = {
    ...nothing,
    posts: [{ title: '서울 국밥', place_name: '망원동 서울집' }],
    areas: [
      { path: '서울', count: 1, named: true, ...centre },
      { path: '서울/마포구', count: 1, named: true, ...centre },
    ],
  }
  expect(suggestionsFor('서울', ['서울 냉면'], found)).toEqual([
    { text: '서울 냉면', kind: 'recent' },
    { text: '서울', kind: 'area', link: { to: '/area/$', params: { _splat: '서울' } }, ...centre },
    { text: '서울 마포구', kind: 'area', link: { to: '/area/$', params: { _splat: '서울/마포구' } }, ...centre },
    { text: '서울 국밥', kind: 'title' },
    { text: '망원동 서울집', kind: 'place' },
  ])
  // An answer for an earlier text may still be shown.
  expect(suggestionsFor('서울 마', [], found).map(({ text }) => text)).toEqual(['서울 마포구', '망원동 서울집'])
})

test('at most six suggestions', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ title: `국수 ${index}`, place_name: null }))
  expect(suggestionsFor('국수', [], { ...nothing, posts: many })).toHaveLength(6)
})

test('a station, market or sight comes after areas and before posts, also one that only a popular name names', () => {
  const station = { kind: 'station' as const, area: '서울 마포구', position: { lat: 37.5569, lng: 126.9238 } }
  const found = {
    ...nothing,
    keyword: '홍대',
    posts: [{ title: '홍대 국밥', place_name: null }],
    areas: [{ path: '제주/홍대동', count: 1, named: true, ...centre }],
    landmarks: [
      { ...station, name: '홍대입구역', named: true },
      { ...station, name: '홍익대역', named: true },
      { ...station, name: '중앙로역', named: false },
    ],
  }
  expect(suggestionsFor('홍대', [], found)).toEqual([
    { text: '제주 홍대동', kind: 'area', link: { to: '/area/$', params: { _splat: '제주/홍대동' } }, ...centre },
    {
      text: '홍대입구역',
      kind: 'landmark',
      label: '지하철역 ·\u00a0서울 마포구',
      position: station.position,
      link: { to: '/', search: { near: '37.557,126.924', around: '홍대입구역' } },
    },
    expect.objectContaining({ text: '홍익대역' }),
    { text: '홍대 국밥', kind: 'title' },
  ])
  // The answer for an earlier text may name another place than this text.
  expect(suggestionsFor('홍대입', [], found).map(({ text }) => text)).toEqual(['홍대입구역'])
})

test('a place that is asked for with something is suggested with it, for one search', () => {
  const found = {
    ...nothing,
    keyword: '강남에서 파스타',
    otherWords: '파스타',
    areas: [{ path: '서울/강남구', count: 3, named: true, ...centre }],
    landmarks: [
      { kind: 'station' as const, name: '강남역', area: '서울 강남구', named: true, position: centre.position },
    ],
  }
  expect(suggestionsFor('강남에서 파스타', [], found)).toEqual([
    { text: '서울 강남구 파스타', kind: 'near' },
    { text: '강남역 파스타', kind: 'near' },
  ])
})

test('a misspelt area is suggested as itself, other corrections as searches', () => {
  const found = { ...nothing, keyword: '망언동', correction: '망원동' }
  const areas = [{ path: '서울/마포구/망원동', count: 1, named: true, ...centre }]
  expect(suggestionsFor('망언동', [], { ...found, areas })).toEqual([
    {
      text: '서울 마포구 망원동',
      kind: 'area',
      link: { to: '/area/$', params: { _splat: '서울/마포구/망원동' } },
      ...centre,
    },
  ])
  expect(suggestionsFor('망언동', [], found)).toEqual([{ text: '망원동', kind: 'correction' }])
})

test('two landmarks of one name are both suggested', () => {
  const market = { kind: 'market' as const, name: '중앙시장', position: { lat: 37, lng: 127 }, named: true }
  const landmarks = [
    { ...market, area: '서울 중구' },
    { ...market, area: '대전 동구' },
  ]
  expect(suggestionsFor('중앙시장', [], { ...nothing, landmarks })).toHaveLength(2)
})
