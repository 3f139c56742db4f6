import { beforeEach, expect, test, vi } from 'vitest'
import { listedPost, postPage } from '../posts/fake-posts.ts'
import type { keepList } from './kept-lists.ts'

const FEED = ['posts', 'latest']
type Kept = Parameters<typeof keepList>[2]

/** The tab's storage; `isFull` lets nothing more in. */
let stored: Map<string, string>
let isFull: boolean
beforeEach(() => {
  stored = new Map()
  isFull = false
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(name, value)
    },
  })
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

/** The module as a page that is loaded now has it. */
async function load() {
  vi.resetModules()
  return import('./kept-lists.ts')
}

const listOf = (...ids: string[]): Kept => ({ data: { pages: [postPage(ids)], pageParams: [null] }, viewer: null })
const firstOf = (list: { data: Kept['data'] } | undefined) => list?.data.pages[0]?.data[0]
const reading = { card: '/post/9', top: 12, height: 3000 }

test('a list and its reading position are restored after a reload', async () => {
  const before = await load()
  before.keepList('place', FEED, listOf('9'))
  before.keepReading('place', reading)
  before.storeLists()
  const after = await load()
  expect(after.keptList('place', FEED)).toEqual({ ...listOf('9'), reading })
  expect(after.keptList('another place', FEED)).toBeUndefined()
  expect(after.keptList('place', ['posts', 'popular'])).toBeUndefined()
})

test('a list that grows keeps its reading position', async () => {
  const { keepList, keepReading, keptReading } = await load()
  keepList('place', FEED, listOf('9'))
  keepReading('place', reading)
  keepList('place', FEED, listOf('9', '8'))
  expect(keptReading('place')).toEqual(reading)
})

test('a like also changes lists that are not shown', async () => {
  const { keepList, changeKeptLists, keptList } = await load()
  keepList('place', FEED, listOf('9'))
  keepList('another place', FEED, listOf('9'))
  changeKeptLists((posts) => posts.map((post) => ({ ...post, liked: true, like: 4 })))
  const liked = listedPost('9', { liked: true, like: 4 })
  expect(firstOf(keptList('place', FEED))).toEqual(liked)
  expect(firstOf(keptList('another place', FEED))).toEqual(liked)
})

test('the twenty most recently read lists are kept', async () => {
  const { keepList, keptList } = await load()
  for (let n = 0; n < 20; n++) keepList(`${n}`, FEED, listOf(`${n}`))
  keepList('0', FEED, listOf('0'))
  keepList('20', FEED, listOf('20'))
  expect(keptList('1', FEED)).toBeUndefined()
  expect(firstOf(keptList('0', FEED))?.id).toBe('0')
  expect(firstOf(keptList('20', FEED))?.id).toBe('20')
})

test('up to a million characters are stored, of the most recently read lists', async () => {
  const before = await load()
  const long = listOf('9')
  for (const post of long.data.pages[0]?.data ?? []) post.contents = '가'.repeat(400_000)
  for (const place of ['old', 'middle', 'new']) before.keepList(place, FEED, structuredClone(long))
  before.storeLists()
  const after = await load()
  expect(['old', 'middle', 'new'].filter((place) => after.keptList(place, FEED))).toEqual(['middle', 'new'])
})

test('a full storage only loses the reading position', async () => {
  const { keepList, keepReading, storeLists, keptList } = await load()
  keepList('place', FEED, listOf('9'))
  isFull = true
  keepReading('place', reading)
  storeLists()
  expect(firstOf(keptList('place', FEED))?.id).toBe('9')
})

test.each(['{', 'null', '"text"'])('a storage with %s counts as empty', async (text) => {
  stored.set('lists', text)
  const { keptList } = await load()
  expect(keptList('place', FEED)).toBeUndefined()
})

test('signing out removes all lists, stored ones too', async () => {
  const before = await load()
  before.keepList('place', FEED, listOf('9'))
  before.storeLists()
  before.forgetKeptLists()
  expect(before.keptList('place', FEED)).toBeUndefined()
  expect((await load()).keptList('place', FEED)).toBeUndefined()
})
