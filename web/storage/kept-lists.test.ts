import { expect, test, vi } from 'vitest'
import { listedPost, postPage } from '#tests/fake-posts.ts'
import { stubTabStorage } from '#tests/tab-storage.ts'
import type { keepList } from './kept-lists.ts'

const FEED = ['posts', 'latest']
type Kept = Parameters<typeof keepList>[2]

const tab = stubTabStorage()

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
  before.keepList('entry', FEED, listOf('9'))
  before.keepReading('entry', reading)
  before.storeLists()
  const after = await load()
  expect(after.keptList('entry', FEED)).toEqual({ ...listOf('9'), reading })
  expect(after.keptList('another entry', FEED)).toBeUndefined()
  expect(after.keptList('entry', ['posts', 'popular'])).toBeUndefined()
})

test('a list that grows keeps its reading position', async () => {
  const { keepList, keepReading, keptReading } = await load()
  keepList('entry', FEED, listOf('9'))
  keepReading('entry', reading)
  keepList('entry', FEED, listOf('9', '8'))
  expect(keptReading('entry')).toEqual(reading)
})

test('the heights of a long list are restored with it, and stay when it grows', async () => {
  const before = await load()
  const measured = { width: 328, heights: [2100, null, 1980] }
  before.keepList('place', FEED, listOf('9'))
  before.keepHeights('place', FEED, measured)
  before.keepHeights('another place', FEED, { width: 1, heights: [] })
  before.keepList('place', FEED, listOf('9', '8'))
  before.storeLists()
  const after = await load()
  expect(after.keptList('place', FEED)?.measured).toEqual(measured)
  expect(after.keptList('another place', FEED)).toBeUndefined()
})

test('a like also changes lists that are not shown', async () => {
  const { keepList, changeKeptLists, keptList } = await load()
  keepList('entry', FEED, listOf('9'))
  keepList('another entry', FEED, listOf('9'))
  changeKeptLists((posts) => posts.map((post) => ({ ...post, liked: true, like: 4 })))
  const liked = listedPost('9', { liked: true, like: 4 })
  expect(firstOf(keptList('entry', FEED))).toEqual(liked)
  expect(firstOf(keptList('another entry', FEED))).toEqual(liked)
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
  for (const entry of ['old', 'middle', 'new']) before.keepList(entry, FEED, structuredClone(long))
  before.storeLists()
  const after = await load()
  expect(['old', 'middle', 'new'].filter((entry) => after.keptList(entry, FEED))).toEqual(['middle', 'new'])
})

test('a full storage only loses the reading position', async () => {
  const { keepList, keepReading, storeLists, keptList } = await load()
  keepList('entry', FEED, listOf('9'))
  tab.isFull = true
  keepReading('entry', reading)
  storeLists()
  expect(firstOf(keptList('entry', FEED))?.id).toBe('9')
})

test.each(['{', 'null', '"text"'])('a storage with %s counts as empty', async (text) => {
  tab.stored.set('lists', text)
  const { keptList } = await load()
  expect(keptList('entry', FEED)).toBeUndefined()
})

test('signing out removes all lists, stored ones too', async () => {
  const before = await load()
  before.keepList('entry', FEED, listOf('9'))
  before.storeLists()
  before.forgetKeptLists()
  expect(before.keptList('entry', FEED)).toBeUndefined()
  expect((await load()).keptList('entry', FEED)).toBeUndefined()
})
