import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const posts = [
  { title: '을지로 손칼국수', place_name: '을지로손칼국수 본점' },
  { title: '점심에 간 집', place_name: '바지락칼국수' },
  { title: '골목 김치찌개', place_name: null },
]
const texts = (typed: string, recent: string[] = []) => suggestionsFor(typed, recent, posts).map(({ text }) => text)

test('without text only recent searches are suggested', () => {
  expect(suggestionsFor('', ['국밥', '제주'], posts)).toEqual([
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
  const found = suggestionsFor('칼국', ['바지락칼국수', '칼국', '칼국수 골목', '칼국 셋'], posts)
  expect(found.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
    'recent 바지락칼국수',
    'title 을지로 손칼국수',
    'place 을지로손칼국수 본점',
  ])
})

test('at most six suggestions', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ title: `국수 ${index}`, place_name: null }))
  expect(suggestionsFor('국수', [], many)).toHaveLength(6)
})
