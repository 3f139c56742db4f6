import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { HeldCalls, idPage, postPage } from '#tests/fake-posts.ts'
import { forgetKeptScreens, keepList } from '../../storage/kept-screens.ts'
import { type FetchedPage, listQuery, type PostPage } from '../queries/list-query.ts'
import { loadList } from './use-posts.ts'

const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
const context = { queryClient, page: undefined }
const reads = new HeldCalls<string, FetchedPage>()
const feed = (order: string) => listQuery(['posts', order], (cursor) => reads.call(`${order} ${cursor ?? 'start'}`))
const latest = feed('latest')
const idsOf = ({ queryKey } = latest) =>
  queryClient.getQueryData<InfiniteData<PostPage>>(queryKey)?.pages.map(({ data }) => data)
const settle = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => {
  queryClient.clear()
  forgetKeptScreens()
  reads.open.length = 0
})

/** Answers all requests, one after the other, and returns them. */
async function answerAll(pageOf: (asked: string) => FetchedPage): Promise<string[]> {
  const asked: string[] = []
  for (await settle(); reads.open.length > 0; await settle()) {
    const { args, answer } = reads.next()
    asked.push(args)
    answer(pageOf(args))
  }
  return asked
}

const keepPages = (count: number) => {
  const pages = Array.from({ length: count }, (_, page) => ({
    ...idPage([`${page}`], `after ${page}`),
    startCursor: `at ${page}`,
  }))
  const data = { pages, pageParams: pages.map(() => null) }
  keepList('entry', latest.queryKey, { data, viewer: null })
}
/** Page n is followed by page n + 1, without an end. */
const endless = (asked: string) => {
  const page = asked.includes('after') ? Number(asked.split(' ').at(-1)) + 1 : 0
  return postPage([`new ${page}`], `after ${page}`)
}

test('the first visit loads one page', async () => {
  const loading = loadList(context, latest, 'entry')
  expect(await answerAll(endless)).toEqual(['latest start'])
  await loading
  expect(idsOf()).toEqual([['new 0']])
})

test('returning to a list that was read three pages deep loads three pages from the same start', async () => {
  keepPages(3)
  const loading = loadList(context, latest, 'entry')
  expect(await answerAll(endless)).toEqual(['latest at 0', 'latest after 0', 'latest after 1'])
  await loading
  expect(idsOf()).toEqual([['new 0'], ['new 1'], ['new 2']])
})

test('another history entry starts with one page', async () => {
  keepPages(3)
  const loading = loadList(context, latest, 'another entry')
  expect(await answerAll(endless)).toEqual(['latest start'])
  await loading
})

test('at most thirty pages are loaded again', async () => {
  keepPages(40)
  const loading = loadList(context, latest, 'entry')
  expect(await answerAll(endless)).toHaveLength(30)
  await loading
})

test('a list whose loading was cancelled elsewhere is loaded again for the navigation that waits for it', async () => {
  const loading = loadList(context, latest, 'entry')
  await queryClient.cancelQueries({ queryKey: latest.queryKey })
  expect(await answerAll(endless)).toEqual(['latest start', 'latest start'])
  await loading
  expect(idsOf()).toEqual([['new 0']])
})

test('a list that cannot be loaded fails the navigation', async () => {
  const loading = loadList(context, latest, 'entry')
  reads.next().fail(new Error('away'))
  await expect(loading).rejects.toThrow('away')
})

test('another order of the shown list does not delay the navigation, and the list shows its failure', async () => {
  queryClient.setQueryData(latest.queryKey, { pages: [idPage(['9'])], pageParams: [null] })
  const stop = new InfiniteQueryObserver(queryClient, { ...latest, refetchOnMount: false }).subscribe(() => {})
  const popular = feed('popular')
  await loadList(context, popular, 'entry')
  expect(idsOf(popular)).toBeUndefined()
  reads.next().fail(new Error('away'))
  await settle()
  expect(queryClient.getQueryState(popular.queryKey)?.error).toEqual(new Error('away'))
  stop()
})

test('an order that is only in the cache, and not on the screen, delays the navigation', async () => {
  queryClient.setQueryData(latest.queryKey, { pages: [idPage(['9'])], pageParams: [null] })
  const popular = feed('popular')
  const loading = loadList(context, popular, 'entry')
  reads.next().answer(postPage(['8']))
  await loading
  expect(idsOf(popular)).toEqual([['8']])
})

test('on the server a list starts with one page, whatever this process has read', async () => {
  keepPages(3)
  const page = {} as NonNullable<Parameters<typeof loadList>[0]['page']>
  const loading = loadList({ queryClient, page }, latest, 'entry')
  expect(await answerAll(endless)).toEqual(['latest start'])
  await loading
})
