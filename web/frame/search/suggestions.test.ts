import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const posts = [
  { title: '을지로 손칼국수', place_name: '을지로손칼국수 본점' },
  { title: '점심에 간 집', place_name: '바지락칼국수' },
  { title: '골목 김치찌개', place_name: null },
]
const texts = (typed: string, recent: string[] = []) =>
  suggestionsFor(typed, recent, { posts, areas: [] }).map(({ text }) => text)

test('without text only recent searches are suggested', () => {
  expect(suggestionsFor('', ['국밥', '제주'], { posts, areas: [{ path: '제주' }] })).toEqual([
    { text: '국밥', kind: 'recent' },
    { text: '제주', kind: 'recent' },
  ])
})

test('titles and places that contain the text are suggested, not posts that match only by their contents', () => {
  expect(texts('칼국')).toEqual(['을지로 손칼국수', '을지로손칼국수 본점', '바지락칼국수'])
  expect(texts('ㅂㅈㄹ')).toEqual(['바지락칼국수'])
  expect(texts('본점 칼')).toEqual(['을지로손칼국수 본점'])
})

test('suggestions are unique, recent searches win, and the typed text itself is not suggested', () => {
  const found = suggestionsFor('칼국', ['바지락칼국수', '칼국', '칼국수 골목', '칼국 셋'], { posts, areas: [] })
  expect(found.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
    'recent 바지락칼국수',
    'title 을지로 손칼국수',
    'place 을지로손칼국수 본점',
  ])
})

test('areas come before posts, also one whose whole name is typed', () => {
  const found = {
    posts: [{ title: '서울 국밥', place_name: '망원동 서울집' }],
    areas: [{ path: '서울' }, { path: '서울/마포구' }],
  }
  expect(suggestionsFor('서울', ['서울 냉면'], found)).toEqual([
    { text: '서울 냉면', kind: 'recent' },
    { text: '서울', kind: 'area', path: '서울' },
    { text: '서울 마포구', kind: 'area', path: '서울/마포구' },
    { text: '서울 국밥', kind: 'title' },
    { text: '망원동 서울집', kind: 'place' },
  ])
  // An answer for an earlier text may still be shown.
  expect(suggestionsFor('서울 마', [], found).map(({ text }) => text)).toEqual(['서울 마포구'])
})

test('at most six suggestions', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ title: `국수 ${index}`, place_name: null }))
  expect(suggestionsFor('국수', [], { posts: many, areas: [] })).toHaveLength(6)
})
