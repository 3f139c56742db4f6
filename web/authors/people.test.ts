import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { HeldCalls } from '#tests/fake-posts.ts'
import { viewer } from '#tests/viewer.ts'
import { ReaderStore } from '../reader/reader-store.ts'
import { type Author, authorQuery, followUser } from './people.ts'

const author = (followers: number) => ({ handle: 'duri', username: '둘리', followers }) as Author
const settle = () => new Promise((resolve) => setTimeout(resolve))

function openAuthor() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const reads = new HeldCalls<unknown, Author>()
  const follows = new HeldCalls<unknown, number>()
  const graphql = async (query: string, variables?: Record<string, unknown>) =>
    query.includes('followUser')
      ? { data: { followUser: { count: await follows.call(variables) } } }
      : { data: { getAuthor: await reads.call(variables) } }
  const reader = new ReaderStore(viewer)
  const query = authorQuery(graphql as never, 'duri')
  queryClient.setQueryData(query.queryKey, author(3), { updatedAt: 0 })
  const shown = () => [queryClient.getQueryData(query.queryKey)?.followers, reader.author('duri').followed ?? false]
  const follow = (on: boolean) => followUser({ queryClient, graphql: graphql as never, reader }, 'duri', on)
  return { queryClient, query, reads, follows, shown, follow }
}

test('a response that was on its way at the press does not bring the number of followers from before back', async () => {
  const { queryClient, query, reads, follows, shown, follow } = openAuthor()
  void queryClient.fetchQuery(query).catch(() => {})
  const late = reads.next()
  const followed = follow(true)
  await settle()
  expect(shown()).toEqual([4, true])
  late.answer(author(3))
  await settle()
  expect(shown()).toEqual([4, true])
  follows.next().answer(1)
  await followed
  expect(shown()).toEqual([4, true])
})

test('a follow that fails is taken back', async () => {
  const { follows, shown, follow } = openAuthor()
  const followed = follow(true)
  await settle()
  expect(shown()).toEqual([4, true])
  follows.next().fail(new Error('away'))
  await expect(followed).rejects.toThrow('away')
  expect(shown()).toEqual([3, false])
})
