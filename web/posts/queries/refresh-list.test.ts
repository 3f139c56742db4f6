import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { postPage } from '#tests/fake-posts.ts'
import { shownList } from '../lists/use-posts.ts'
import { listQuery } from './list-query.ts'
import { refreshList } from './refresh-list.ts'

/** Pages of two posts: '1' and '2' on page 1, and so on. */
const pageAt = (number: number, count: number) =>
  postPage([`${2 * number - 1}`, `${2 * number}`], number < count ? `page ${number + 1}` : null)
const cursorOf = (number: number) => (number === 1 ? null : `page ${number}`)

/** A list of that many pages on the screen, loaded a minute ago, and the pages that are requested from now on. */
function showList(count: number) {
  const asked: (string | null)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const list = listQuery(['posts', 'latest'], async (cursor) => {
    asked.push(cursor)
    return pageAt(cursor === null ? 1 : Number(cursor.slice('page '.length)), count)
  })
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  client.setQueryData(
    list.queryKey,
    { pages: numbers.map((number) => pageAt(number, count)), pageParams: numbers.map(cursorOf) },
    { updatedAt: Date.now() - 60_000 },
  )
  const observer = new InfiniteQueryObserver(client, shownList(list, true))
  const stop = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data.map(({ id }) => id))
  return { client, list, asked, shown, stop, refresh: (card?: string) => refreshList(client, list.queryKey, card) }
}

test('a return to thirty pages requests only the page being read and its neighbours, and loses none', async () => {
  const { asked, shown, stop, refresh } = showList(30)
  await refresh('/post/40')
  expect(asked).toEqual(['page 19', 'page 20', 'page 21'])
  expect(shown()).toEqual(Array.from({ length: 60 }, (_, index) => `${index + 1}`))
  stop()
})

test('a return to a few pages, and their refresh after a reload, request all of them', async () => {
  const { client, list, asked, stop, refresh } = showList(3)
  await client.getQueryCache().find({ queryKey: list.queryKey })?.promise
  expect(asked).toEqual([null, 'page 2', 'page 3'])
  await refresh('/post/1')
  expect(asked.slice(3)).toEqual([null, 'page 2', 'page 3'])
  stop()
})

test('all pages of a long list are requested when they must be, such as after a login', async () => {
  const { client, list, asked, stop } = showList(5)
  await client.refetchQueries({ queryKey: list.queryKey })
  expect(asked).toHaveLength(5)
  stop()
})

test('for a card that is not in the list, the first pages are requested', async () => {
  const { asked, stop, refresh } = showList(30)
  await refresh('/post/999')
  expect(asked).toEqual([null, 'page 2'])
  stop()
})
