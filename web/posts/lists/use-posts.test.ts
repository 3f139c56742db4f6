import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { HeldCalls, idPage, listedPost, postPage } from '#tests/fake-posts.ts'
import { storeResponses } from '../../graphql.ts'
import { forgetKeptScreens, getKeptList, keepScreen } from '../../storage/kept-screens.ts'
import { Store } from '../../store/store.ts'
import { type FetchedPage, type ListedPost, listQuery, type PostPage } from '../queries/list-query.ts'
import { keepShownList, refreshAroundRead, shownListQuery } from './use-posts.ts'

const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
const reads = new HeldCalls<string, FetchedPage>()
const feed = (order: string) => listQuery(['posts', order], (cursor) => reads.call(`${order} ${cursor ?? 'start'}`))
const latest = feed('latest')
const settle = () => new Promise((resolve) => setTimeout(resolve))

let stop = () => {}
afterEach(() => {
  stop()
  client.clear()
  reads.open.length = 0
})

/** A list on the screen, as `usePosts` reads it. */
function show(hydrated = true) {
  const observer = new InfiniteQueryObserver(client, shownListQuery(latest, hydrated))
  stop = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.pages.map(({ data }) => data)
  return { observer, shown }
}

/** Answers the oldest read. */
async function answer(ids: string[], nextCursor: string | null = null): Promise<string> {
  const { args, answer } = reads.next()
  answer(postPage(ids, nextCursor))
  await settle()
  return args
}

const putIntoCache = (age: number) =>
  client.setQueryData(
    latest.queryKey,
    { pages: [idPage(['9', '8'])], pageParams: [null] },
    { updatedAt: Date.now() - age },
  )

test('a list loaded for this visit is not fetched twice', () => {
  putIntoCache(0)
  expect(show().shown()).toEqual([['9', '8']])
  expect(reads.open).toEqual([])
})

test('a page rendered by the server is not fetched again, however long it took', () => {
  putIntoCache(60_000)
  show(false)
  expect(reads.open).toEqual([])
})

test('a return shows the cached posts and refetches them in the background, and no card moves', async () => {
  putIntoCache(60_000)
  const { shown } = show()
  expect(shown()).toEqual([['9', '8']])
  await answer(['8', '9'])
  expect(shown()).toEqual([['9', '8']])
})

test('of thirty pages a return asks for the posts around the one that was read, in one request', async () => {
  const pages = Array.from({ length: 30 }, (_, page) => idPage([`${page}a`, `${page}b`], `after ${page}`))
  client.setQueryData(latest.queryKey, { pages, pageParams: pages.map(() => null) }, { updatedAt: Date.now() - 60_000 })
  const { shown } = show()
  expect(reads.open).toEqual([])
  const asked: unknown[] = []
  const graphql = async (_: string, { ids }: { ids?: unknown }) => {
    asked.push(ids)
    const data = (ids as string[])
      .filter((id) => id !== '14b')
      .map((id) => listedPost(id, { title: '고친 식당', like: 9 }))
    return { data: { getPosts: { data } } }
  }
  keepScreen('entry', { reading: { card: '/post/15a', top: 0, height: 0, cards: [] } })
  const store = new Store(null)
  store.put(pages.flatMap(({ data }) => data.map((id) => listedPost(id))))
  refreshAroundRead({ queryClient: client, graphql: storeResponses(store, graphql), store }, latest, 'entry')
  await settle()
  expect(asked).toEqual([pages.slice(12, 21).flatMap(({ data }) => data)])
  const ids = shown()?.flat() ?? []
  expect(ids.filter((id) => store.deleted.has(`post ${id}`))).toEqual(['14b'])
  const posts = ids.flatMap((id) => store.get<ListedPost>('post', id) ?? [])
  expect(posts.filter(({ title, like }) => title === '고친 식당' && like === 9)).toHaveLength(17)
  expect(reads.open).toEqual([])
  forgetKeptScreens()
})

test('a post that is repeated on the next page is shown once', async () => {
  const { observer, shown } = show()
  await answer(['9', '8'], 'after 8')
  void observer.fetchNextPage()
  expect(await answer(['8', '7'])).toBe('latest after 8')
  expect(shown()).toEqual([['9', '8'], ['7']])
})

test('two requests for the next page fetch it once', async () => {
  const { observer, shown } = show()
  await answer(['9', '8'], 'after 8')
  void observer.fetchNextPage({ cancelRefetch: false })
  void observer.fetchNextPage({ cancelRefetch: false })
  expect(reads.open).toHaveLength(1)
  await answer(['7'])
  expect(shown()).toEqual([['9', '8'], ['7']])
})

test('a next page that arrives after another order was chosen appears in neither order', async () => {
  const { observer, shown } = show()
  await answer(['9', '8'], 'after 8')
  void observer.fetchNextPage()
  const late = reads.next()
  observer.setOptions(shownListQuery(feed('popular'), true))
  expect(observer.getCurrentResult().isPlaceholderData).toBe(true)
  expect(shown()).toEqual([['9', '8']])
  late.answer(postPage(['7', '6']))
  await settle()
  expect(shown()).toEqual([['9', '8']])
  expect(await answer(['5', '4'])).toBe('popular start')
  expect(shown()).toEqual([['5', '4']])
  observer.setOptions(shownListQuery(latest, true))
  expect(shown()).toEqual([['9', '8']])
})

test('an order that cannot be loaded says so, and the previous one is still there', async () => {
  const { observer, shown } = show()
  await answer(['9', '8'])
  observer.setOptions(shownListQuery(feed('popular'), true))
  reads.next().fail(new Error('away'))
  await settle()
  expect(observer.getCurrentResult().error).toEqual(new Error('away'))
  observer.setOptions(shownListQuery(latest, true))
  expect(shown()).toEqual([['9', '8']])
})

test('only a list without any posts hands its failure to the error page', async () => {
  const { throwOnError } = shownListQuery(latest, true)
  const isThrown = () => {
    const query = client.getQueryCache().find<PostPage, Error>({ queryKey: latest.queryKey })
    return query && typeof throwOnError === 'function' && throwOnError(new Error('away'), query as never)
  }
  show()
  reads.next().fail(new Error('away'))
  await settle()
  expect(isThrown()).toBe(true)
  putIntoCache(60_000)
  expect(isThrown()).toBe(false)
})

test('the posts of another order, shown meanwhile, are not stored as those of this order', () => {
  const data = { pages: [idPage(['9'])], pageParams: [null] }
  keepShownList('entry', latest.queryKey, { data, isPlaceholderData: true }, null)
  expect(getKeptList('entry', latest.queryKey)).toBeUndefined()
  keepShownList('entry', latest.queryKey, { data, isPlaceholderData: false }, null)
  expect(getKeptList('entry', latest.queryKey)).toEqual({ data, viewer: null })
  forgetKeptScreens()
})
