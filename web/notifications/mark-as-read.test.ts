import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldCalls } from '#tests/fake-posts.ts'
import { viewer } from '#tests/viewer.ts'
import { executeOverHttp } from '../graphql.ts'
import { Store } from '../store/store.ts'
import { markAsRead, type Notification, notificationsQuery } from './notifications-query.ts'

const notification = { id: '7', kind: 'like', at: '2026-01-01T00:00:00.000Z', read: false } as Notification
const wire = new HeldCalls<string, Response>()
const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
let store = new Store(viewer)
let graphql = executeOverHttp(store)

beforeEach(() => {
  vi.stubGlobal('fetch', (_url: string, { body, signal }: RequestInit) => {
    const response = wire.call(String(body))
    const cancelled = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([response, cancelled])
  })
  store = new Store(viewer)
  store.setUnread(3)
  graphql = executeOverHttp(store)
  const page = { data: [notification], nextCursor: null }
  queryClient.setQueryData(notificationsQuery(graphql).queryKey, { pages: [page], pageParams: [null] })
})
afterEach(() => {
  queryClient.clear()
  wire.open.length = 0
  vi.unstubAllGlobals()
})

/** Lets everything happen that waits for nothing but responses. */
const settle = () => new Promise((resolve) => setTimeout(resolve))
const shown = () => queryClient.getQueryData(notificationsQuery(graphql).queryKey)?.pages[0]?.data
const mark = () => markAsRead({ queryClient, graphql, store }, notification)
const respond = (data: object, unread?: number) =>
  Response.json({
    data,
    ...(unread !== undefined && { extensions: { reader: { viewer, unread, posts: {}, authors: {} } } }),
  })
const list = (unread: number) => respond({ getNotifications: { data: [notification], nextCursor: null } }, unread)
const marked = () => respond({ readNotifications: { count: 2 } })

/** As a screen with the list does; it asks for the list. */
const showList = () => new InfiniteQueryObserver(queryClient, notificationsQuery(graphql)).subscribe(() => {})

test('the bell is asked again after a mark, and takes that number', async () => {
  const stop = showList()
  wire.next().answer(list(3))
  await settle()
  const marking = mark()
  await settle()
  wire.next().answer(marked())
  await marking
  expect(store.unread).toBe(1)
  await settle()
  wire.next().answer(list(9))
  await settle()
  expect(store.unread).toBe(9)
  stop()
})

test('a list that was asked for before the mark brings back neither its number nor what was unread', async () => {
  const stop = showList()
  const early = wire.next()
  const marking = mark()
  await settle()
  early.answer(list(3))
  await settle()
  expect(shown()).toEqual([{ ...notification, read: true }])
  wire.next().answer(marked())
  await marking
  expect(store.unread).toBe(1)
  stop()
})

test('nor does another read that comes after the bell was asked again', async () => {
  const stop = showList()
  wire.next().answer(list(3))
  await settle()
  void graphql('another read', {})
  const slow = wire.next()
  const marking = mark()
  await settle()
  wire.next().answer(marked())
  await marking
  await settle()
  wire.next().answer(list(0))
  await settle()
  slow.answer(respond({}, 3))
  await settle()
  expect(store.unread).toBe(0)
  stop()
})

test('a page that is read after the mark, but comes before its response, does not count it twice', async () => {
  const marking = mark()
  await settle()
  const answered = wire.next()
  void graphql('the page of the post', {})
  wire.next().answer(respond({}, 1))
  await settle()
  answered.answer(marked())
  await marking
  expect(store.unread).toBe(1)
})

test('a failed mark shows the list as before, and leaves the number', async () => {
  const marking = mark()
  await settle()
  wire.next().answer(Response.json({}, { status: 503 }))
  await expect(marking).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect([shown(), store.unread]).toEqual([[notification], 3])
})
