import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { HeldCalls } from '#tests/fake-posts.ts'
import { viewer } from '#tests/viewer.ts'
import { storeResponses } from '../graphql.ts'
import { Store } from '../store/store.ts'
import { type Author, authorQuery, followUser } from './people.ts'

const author = (followers: number) => ({ handle: 'duri', username: '둘리', followers }) as Author
const settle = () => new Promise((resolve) => setTimeout(resolve))

function openAuthor() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const reads = new HeldCalls<unknown, Author>()
  const follows = new HeldCalls<unknown, number>()
  const store = new Store(viewer)
  const graphql = storeResponses(store, async (query, variables) =>
    query.includes('followUser')
      ? { data: { followUser: { count: await follows.call(variables) } } }
      : { data: { getAuthor: await reads.call(variables) } },
  )
  const query = authorQuery(graphql, 'duri')
  store.put(author(3))
  const shown = () => [store.get<Author>('author', 'duri')?.followers, store.marksOf('author duri').followed ?? false]
  const follow = (on: boolean) => followUser({ queryClient, graphql, store }, 'duri', on)
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
