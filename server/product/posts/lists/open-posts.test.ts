import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PostList } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { openState } from '#rules/hours.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { cursorAfter } from './paging.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

/** All kinds of hours, and none. */
const HOURS = [
  ['11:00', '21:30'],
  ['22:00', '02:00'],
  ['18:00', '00:00'],
  ['00:00', '09:00'],
  ['23:55', '00:00'],
  ['00:00', '00:05'],
  ['00:00', '00:00'],
  ['13:25', '13:25'],
  ['13:25', '13:20'],
  [null, null],
  ['09:00', null],
  [null, '18:00'],
] as const

const here = { lat: 33.5, lng: 126.5 }
const titleOf = (start: string | null, end: string | null) => `${start ?? '모름'}부터 ${end ?? '모름'}`

beforeAll(async () => {
  author = await site.person()
  for (const [start_time, end_time] of HOURS) {
    const title = titleOf(start_time, end_time)
    await site.post({ author, title, contents: '국밥', start_time, end_time, ...here })
  }
})

afterEach(() => void vi.useRealTimers())

function setClock(time: string, day = '2026-11-22'): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${day}T${time}+09:00`))
}

const view = { south: 33, north: 34, west: 126, east: 127, zoom: 12 }

async function shown(open = true): Promise<Record<string, string[]>> {
  const api = site.api.as(author)
  const near = { filter: 'near', ...here }
  const lists: Record<string, { data: { title: string }[] }> = {}
  for (const filter of ['latest', 'popular', 'order']) {
    lists[filter] = await api.getPosts({ filter, open })
    lists[`search ${filter}`] = await api.getSearchPosts({ keyword: '국밥', filter, open })
    lists[`own ${filter}`] = await api.getPosts({ user_id: author.handle, filter, open })
    lists[`map ${filter}`] = await api.getMapPosts({ ...view, filter, open })
    lists[`map with a word ${filter}`] = await api.getMapPosts({ ...view, filter, open, keyword: '국밥' })
  }
  lists.near = await api.getPosts({ ...near, open })
  lists['search near'] = await api.getSearchPosts({ ...near, keyword: '국밥', open })
  return Object.fromEntries(
    Object.entries(lists).map(([name, { data }]) => [name, data.map(({ title }) => title).sort()]),
  )
}

test.each([
  '00:00:00',
  '00:04:59',
  '00:05:00',
  '01:59:59',
  '02:00:00',
  '08:59:59',
  '09:00:00',
  '11:00:00',
  '13:19:59',
  '13:20:00',
  '13:24:59',
  '13:25:00',
  '21:29:59',
  '21:30:00',
  '22:00:00',
  '23:54:59',
  '23:55:00',
  '23:59:59',
])('at %s every list has the posts open then, and none without hours', async (time) => {
  setClock(time)
  const open = HOURS.flatMap(([start, end]) =>
    start !== null && end !== null && openState(start, end, time.slice(0, 5)).open ? [titleOf(start, end)] : [],
  ).sort()
  expect(open.length).toBeGreaterThan(1)
  for (const [list, titles] of Object.entries(await shown())) expect([list, titles]).toEqual([list, open])
})

test('without the filter every list holds all posts', async () => {
  const all = HOURS.map(([start, end]) => titleOf(start, end)).sort()
  for (const [list, titles] of Object.entries(await shown(false))) {
    if (!list.startsWith('map')) expect(titles).toHaveLength(10)
    else expect(titles).toEqual(all)
  }
})

test('a map counts what is open, and its pins are those', async () => {
  setClock('12:00:00')
  const { count, clusters, estimated } = await site.api.as(author).getMapPosts({ ...view, open: true })
  expect({ count, estimated }).toEqual({ count: 4, estimated: false })
  expect(clusters.map((cluster) => cluster.count)).toEqual([4])
  expect((await site.api.as(author).getPosts({ open: true })).pageCount).toBe(1)
})

test('a post with changed or removed hours enters or leaves the lists', async () => {
  setClock('05:00:00', '2026-11-23')
  const title = '시간 바꾼 집'
  const fields = { title, contents: '국밥', ...here }
  const id = await site.post({ author, ...fields, start_time: '11:00', end_time: '12:00' })
  const edit = (hours: object) => site.api.as(author).editPost({ id, ...fields, ...hours })
  const lists = async () => Object.values(await shown()).filter((titles) => titles.includes(title)).length
  expect(await lists()).toBe(0)
  await edit({ start_time: '04:00', end_time: '06:00' })
  expect(await lists()).toBe(Object.keys(await shown()).length)
  await edit({})
  expect(await lists()).toBe(0)
  await site.api.as(author).deletePost({ id })
})

test.each([
  ['Thursday at noon', '2026-12-24', '12:00:00', ['낮 공휴일 휴무', '낮 금요일 휴무', '밤 목요일 휴무 아님']],
  ['a closed Friday that is a holiday', '2026-12-25', '12:00:00', ['낮 목요일 휴무', '밤 목요일 휴무 아님']],
])('closing days and public holidays count: %s', async (_, day, time, open) => {
  setClock(time, day)
  const posts = [
    ['낮 목요일 휴무', ['thu'], '10:00', '14:00'],
    ['낮 금요일 휴무', ['fri'], '10:00', '14:00'],
    ['낮 공휴일 휴무', ['holiday'], '10:00', '14:00'],
    ['밤 목요일 휴무 아님', [], '11:55', '02:00'],
  ] as const
  const ids: string[] = []
  for (const [title, closed_on, start_time, end_time] of posts) {
    ids.push(
      await site.post({ author, title, contents: '국밥', ...here, closed_on: [...closed_on], start_time, end_time }),
    )
  }
  for (const [list, titles] of Object.entries(await shown())) {
    expect([list, titles.filter((title) => title.includes('휴무'))]).toEqual([list, open])
  }
  for (const id of ids) await site.api.as(author).deletePost({ id })
})

test('after midnight a place is open since the day before, unless it was closed then', async () => {
  const add = (title: string, day: 'fri' | 'sat') =>
    site.post({ author, title, contents: '국밥', ...here, closed_on: [day], start_time: '18:00', end_time: '02:00' })
  const ids = [await add('금요일 휴무', 'fri'), await add('토요일 휴무', 'sat')]
  setClock('01:00:00', '2026-11-28')
  for (const [list, titles] of Object.entries(await shown())) {
    expect([list, titles.filter((title) => title.includes('휴무'))]).toEqual([list, ['토요일 휴무']])
  }
  for (const id of ids) await site.api.as(author).deletePost({ id })
})

describe('a list of several pages', () => {
  const WORD = '정오'
  const lists = [
    ['latest', {}],
    ['popular', { filter: 'popular' }],
    ['order', { filter: 'order' }],
    ['near', { filter: 'near', ...here }],
  ] as const

  beforeAll(async () => {
    for (let n = 0; n < 22; n++) {
      const end_time = n % 2 === 0 ? '12:00' : '14:00'
      await site.post({ author, title: `${WORD} ${n}`, ...here, start_time: '10:00', end_time })
    }
  })

  test.each(lists)('%s: shows on all pages what was open when the first one was requested', async (_, args) => {
    const api = site.api.as(author)
    const ask = (cursor: string | null = null) => api.getSearchPosts({ ...args, keyword: WORD, open: true, cursor })
    const next = (page: PostList) => ask(page.nextCursor ?? null)
    setClock('11:59:30')
    const first = await ask()
    setClock('12:25:00')
    const second = await next(first)
    const third = await next(second)
    expect([first, second, third].map(({ data }) => data.length)).toEqual([10, 10, 2])
    expect(third.nextCursor).toBeNull()
    const anew = await ask()
    expect([anew.data.length, (await next(anew)).data.length]).toEqual([10, 1])
    setClock('12:30:30')
    expect(new Set((await next(first)).data.map(({ end_time }) => end_time))).toEqual(new Set(['14:00']))
  })

  test.each(lists)('%s: a cursor is refused when the filter is dropped or added', async (_, args) => {
    setClock('11:00:00')
    const api = site.api.as(author)
    for (const call of [api.getPosts, (more: object) => api.getSearchPosts({ keyword: WORD, ...more })]) {
      const open = { ...args, open: true }
      const { nextCursor } = await call(open)
      const { nextCursor: other } = await call(args)
      expect((await call({ ...open, cursor: String(nextCursor) })).data).toHaveLength(10)
      const refused = { message: errorMessages.BAD_USER_INPUT, code: 'BAD_USER_INPUT' }
      expect(await refusal(call({ ...args, cursor: String(nextCursor) }))).toMatchObject(refused)
      expect(await refusal(call({ ...open, cursor: String(other) }))).toMatchObject(refused)
    }
  })

  test('a cursor with a time far from the server’s clock is read as of now', async () => {
    setClock('11:00:00')
    for (const minute of [Number.MAX_SAFE_INTEGER, -1, 0]) {
      const list = {
        listName: 'open posts latest ',
        filter: { openAt: { step: 0, today: 0, yesterday: 0 }, facts: 0, reader: null },
        minute,
        paging: { skip: 0 },
      }
      const cursor = cursorAfter({ secrets: site.services.secrets, session: null }, list, 2 ** 31, null)
      expect((await site.api.as(author).getPosts({ open: true, cursor })).data).toHaveLength(10)
    }
  })

  test('pages by number follow each other too', async () => {
    setClock('11:00:00')
    const page = async (pageParam: number) =>
      (await site.api.as(author).getPosts({ open: true, pageParam })).data.map(({ id }) => id)
    const ids = [...(await page(1)), ...(await page(2)), ...(await page(3))]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(22 + 4)
    expect(await page(4)).toEqual([])
    expect(await page(2 ** 31 - 1)).toEqual([])
  })

  test('a visitor without a session gets what is open now, not an older shared answer', async () => {
    const ask = () => site.api.getSearchPosts({ keyword: WORD, open: true })
    setClock('13:59:59.900')
    expect((await ask()).data).toHaveLength(10)
    setClock('14:00:00')
    expect((await ask()).data).toEqual([])
  })
})
