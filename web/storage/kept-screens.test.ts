import { expect, test, vi } from 'vitest'
import { idPage, listedPost } from '#tests/fake-posts.ts'
import { stubTabStorage } from '#tests/tab-storage.ts'
import type { ListedPost } from '../posts/queries/list-query.ts'
import type { KeptMap, keepList } from './kept-screens.ts'

const FEED = ['posts', 'latest']
type Kept = Parameters<typeof keepList>[2]

const tab = stubTabStorage()

/** The module as a page that is loaded now has it. */
async function load() {
  vi.resetModules()
  return import('./kept-screens.ts')
}

const listOf = (...ids: string[]): Kept => ({ data: { pages: [idPage(ids)], pageParams: [null] }, viewer: null })
const firstOf = (list: { data: Kept['data'] } | undefined) => list?.data.pages[0]?.data[0]
const reading = { card: '/post/9', top: 12, height: 3000, cards: [455.5, 460] }
/** Posts of the store. */
const postOf = (id: string) => listedPost(id)
const map: KeptMap = {
  panned: { lat: 35, lng: 127, zoom: 11 },
  active: '9',
  pressed: null,
  sheet: 'half',
  reached: { name: '망원동', view: { lat: 37.55, lng: 126.9, zoom: 14 }, hasPin: false },
  me: { lat: 37.5, lng: 127, accuracy: 20 },
}

test('a list, its reading position and a map are restored after a reload, each for its entry', async () => {
  const before = await load()
  before.keepList('entry', FEED, listOf('9'))
  before.keepScreen('entry', { reading })
  before.keepScreen('of a map', { map })
  before.keepScreen(undefined, { map })
  before.storeScreens(postOf)
  const after = await load()
  expect(after.getKeptList('entry', FEED)).toEqual(listOf('9'))
  expect(after.getKeptScreen('entry').reading).toEqual(reading)
  expect(after.getKeptScreen('of a map')).toEqual({ map })
  expect(after.getKeptList('another entry', FEED)).toBeUndefined()
  expect(after.getKeptList('entry', ['posts', 'popular'])).toBeUndefined()
  expect(after.getKeptScreen(undefined)).toEqual({})
})

test('a list that grows, and another list of its screen, leave the reading position', async () => {
  const { keepList, keepScreen, getKeptList, getKeptScreen } = await load()
  keepList('entry', FEED, listOf('9'))
  keepScreen('entry', { reading })
  keepList('entry', FEED, listOf('9', '8'))
  keepList('entry', ['keyword', '국밥'], listOf('7'))
  expect(getKeptScreen('entry').reading).toEqual(reading)
  expect(getKeptList('entry', FEED)).toEqual(listOf('9', '8'))
})

test('the posts of the lists are stored with them, each once and as it is now, without those that are gone', async () => {
  const before = await load()
  before.keepList('old', FEED, listOf('9', '8', '7'))
  before.keepList('new', FEED, listOf('9', '6'))
  before.storeScreens((id) => (id === '7' ? undefined : listedPost(id)))
  expect(tab.stored.get('screens')?.split('식당 9')).toHaveLength(2)
  const after = await load()
  expect(after.getKeptPosts()).toEqual(['8', '9', '6'].map((id) => listedPost(id)))
  // A page that does not show them keeps them for the next.
  after.storeScreens((id, earlier) => (id === '8' ? listedPost(id, { like: 4 }) : (earlier as ListedPost)))
  expect((await load()).getKeptPosts()).toEqual([listedPost('8', { like: 4 }), listedPost('9'), listedPost('6')])
})

test('the twenty screens that were used last are kept', async () => {
  const { keepList, keepScreen, getKeptList, getKeptScreen } = await load()
  for (let n = 0; n < 20; n++) keepList(`${n}`, FEED, listOf(`${n}`))
  keepList('0', FEED, listOf('0'))
  keepScreen('20', { map })
  expect(getKeptList('1', FEED)).toBeUndefined()
  expect(firstOf(getKeptList('0', FEED))).toBe('0')
  expect(getKeptScreen('20')).toEqual({ map })
})

test('up to a million characters are stored, of the screens that were used last', async () => {
  const before = await load()
  for (const entry of ['old', 'middle', 'new']) before.keepList(entry, FEED, listOf(`post of ${entry}`))
  before.storeScreens((id) => listedPost(id, { contents: '가'.repeat(400_000) }))
  const after = await load()
  expect(['old', 'middle', 'new'].filter((entry) => after.getKeptList(entry, FEED))).toEqual(['middle', 'new'])
})

test('a full storage does no harm to the page', async () => {
  const { keepList, keepScreen, storeScreens, getKeptList } = await load()
  keepList('entry', FEED, listOf('9'))
  tab.isFull = true
  keepScreen('entry', { reading })
  storeScreens(postOf)
  expect(firstOf(getKeptList('entry', FEED))).toBe('9')
})

test.each(['{', 'null', '"text"', '{"a":1}'])('a storage with %s counts as empty', async (text) => {
  tab.stored.set('screens', text)
  const { getKeptScreen } = await load()
  expect(getKeptScreen('entry')).toEqual({})
})

test('what somebody else than this build has stored counts as absent', async () => {
  const before = await load()
  before.keepList('entry', FEED, listOf('9'))
  before.storeScreens(postOf)
  const stored = tab.stored.get('screens') ?? ''
  const changed = ['"title":{}', '"title":null', '"title":"식당 8"'].map((title) =>
    stored.replace('"title":"식당 9"', title),
  )
  expect(new Set([stored, ...changed]).size).toBe(4)
  for (const text of [...changed, stored.replace(/^\d+/, ''), stored.replace(/^\d+/, '0'), '0', `0${stored}`]) {
    tab.stored.set('screens', text)
    expect((await load()).getKeptPosts()).toEqual([])
  }
  tab.stored.set('screens', stored)
  expect((await load()).getKeptPosts()).toEqual([listedPost('9')])
})

test('signing out removes everything, also from the storage', async () => {
  const before = await load()
  before.keepList('entry', FEED, listOf('9'))
  before.keepScreen('of a map', { map })
  before.storeScreens(postOf)
  before.forgetKeptScreens()
  expect(before.getKeptList('entry', FEED)).toBeUndefined()
  const after = await load()
  expect(after.getKeptList('entry', FEED)).toBeUndefined()
  expect(after.getKeptScreen('of a map')).toEqual({})
})
