import { expect, test } from 'vitest'
import { mergePages } from './list-query.ts'

const page = (...ids: string[]) => ({ data: ids })
const list = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map(() => null) })
const idsOf = (value: unknown) => (value as ReturnType<typeof list>).pages.map(({ data }) => data)

test('the first load of a list is unchanged', () => {
  expect(idsOf(mergePages(undefined, list(page('3', '2'), page('1'))))).toEqual([['3', '2'], ['1']])
})

test('a next page is appended, and shown pages keep their identity', () => {
  const before = list(page('4', '3'))
  const after = mergePages(before, list(page('4', '3'), page('2', '1'))) as typeof before
  expect(idsOf(after)).toEqual([
    ['4', '3'],
    ['2', '1'],
  ])
  expect(after.pages[0]).toBe(before.pages[0])
})

test('posts whose rank changed keep their position', () => {
  const before = list(page('1', '2', '3'))
  expect(mergePages(before, list(page('2', '1', '3')))).toBe(before)
})

test('a deleted post is removed, and the following ones move up across pages', () => {
  const before = list(page('6', '5'), page('4', '3'))
  expect(idsOf(mergePages(before, list(page('6', '4'), page('3', '2'))))).toEqual([
    ['6', '4'],
    ['3', '2'],
  ])
})

test('a post that rose into the range is appended, never inserted', () => {
  const before = list(page('1', '2'), page('3', '4'))
  expect(idsOf(mergePages(before, list(page('9', '1'), page('2', '3'))))).toEqual([
    ['1', '2'],
    ['3', '9'],
  ])
})

test('a post that appears again on a later page is shown once', () => {
  expect(idsOf(mergePages(list(page('2', '1')), list(page('2', '1'), page('1', '0'))))).toEqual([['2', '1'], ['0']])
  expect(idsOf(mergePages(undefined, list(page('2', '1'), page('1', '0'))))).toEqual([['2', '1'], ['0']])
})
