import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeldCalls, listedPost, postPage } from '#tests/fake-posts.ts'
import { viewer } from '#tests/viewer.ts'
import { type ExecuteGraphql, storeResponses } from '../../graphql.ts'
import { Store } from '../../store/store.ts'
import { unfilteredListParams } from '../lists/list-search.ts'
import { refreshAroundRead } from '../lists/use-posts.ts'
import type { FetchedPage, ListedPost, ListQuery, PostPage } from '../queries/list-query.ts'
import { postQuery } from '../queries/post-query.ts'
import { postsQuery } from '../queries/posts-query.ts'
import { toggleMark } from './toggle-mark.ts'

const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
let store: Store
let execute: ExecuteGraphql
let feed: ListQuery

const likes = new HeldCalls<{ id: string; isLike: boolean }, number>()
const saves = new HeldCalls<unknown, number>()
const reads = new HeldCalls<unknown, FetchedPage>()
const again = new HeldCalls<unknown, ListedPost[]>()
const own = new HeldCalls<unknown, ListedPost>()

/** The person presses the heart of the first post as it is shown at that moment. */
const press = () => toggleMark({ queryClient: client, graphql: execute, store }, `post ${shown().id}`, 'liked')

/** Handle of the reader of each mark that was sent. */
const askers: unknown[] = []

/** With each read comes the reader's state of before the like. */
const extensions = { reader: { viewer, unread: 0, posts: { 9: {}, 8: {} }, authors: {} } }

const answer: ExecuteGraphql = async (query, variables, init) => {
  if (query.includes('query getListedAgain')) {
    return { data: { getPosts: { data: await again.call(variables.ids) } }, extensions }
  }
  if (query.includes('query getPosts')) return { data: { getPosts: await reads.call(variables.cursor) }, extensions }
  if (query.includes('query getPost(')) return { data: { getPost: await own.call(variables.id) }, extensions }
  askers.push(init?.reader)
  if (query.includes('savePost')) return { data: { savePost: { count: await saves.call(variables) } } }
  const { id, isLike } = variables as { id: string; isLike: boolean }
  return { data: { likePost: { count: await likes.call({ id, isLike }) } } }
}

function shown() {
  const [id] = client.getQueryData<InfiniteData<PostPage>>(feed.queryKey)?.pages[0]?.data ?? []
  if (!id) throw new Error('the feed is empty')
  return { id, like: store.get<ListedPost>('post', id)?.like, liked: store.marksOf(`post ${id}`).liked ?? false }
}

/** Lets everything happen that waits for nothing but answers. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

let stop = () => {}
beforeEach(async () => {
  store = new Store(viewer)
  execute = storeResponses(store, answer)
  feed = postsQuery(execute, unfilteredListParams())
  const observer = new InfiniteQueryObserver(client, feed)
  stop = observer.subscribe(() => {})
  reads.next().answer(postPage(['9', '8'], 'after 8'))
  await settle()
})
afterEach(() => {
  stop()
  client.clear()
  for (const { open } of [likes, saves, reads, again, own]) open.length = 0
})

const NOT_LIKED = { id: '9', like: 3, liked: false }
const LIKED = { id: '9', like: 4, liked: true }

test('a like is shown before the answer, and then gets the number of the answer', async () => {
  const pressed = press()
  await settle()
  expect(shown()).toEqual(LIKED)
  likes.next().answer(7)
  await pressed
  expect(shown()).toEqual({ id: '9', like: 7, liked: true })
})

test('a failed like is reverted and reports why', async () => {
  const pressed = press()
  await settle()
  likes.next().fail(new Error('away'))
  await expect(pressed).rejects.toThrow('away')
  expect(shown()).toEqual(NOT_LIKED)
})

test('two quick presses send one like at a time, and the last one wins', async () => {
  const first = press()
  await settle()
  const second = press()
  await settle()
  expect(shown()).toEqual(NOT_LIKED)
  expect(likes.open.map(({ args }) => args.isLike)).toEqual([true])
  likes.next().answer(4)
  await settle()
  expect(likes.open.map(({ args }) => args.isLike)).toEqual([false])
  likes.next().answer(3)
  await Promise.all([first, second])
  expect(shown()).toEqual(NOT_LIKED)
})

test('three quick presses end liked, with nothing more to send', async () => {
  const presses = [press()]
  await settle()
  presses.push(press())
  await settle()
  presses.push(press())
  await settle()
  expect(shown()).toEqual(LIKED)
  likes.next().answer(4)
  await Promise.all(presses)
  expect(likes.open).toEqual([])
  expect(shown()).toEqual(LIKED)
})

test('when the second of two quick presses fails, the result of the first stays', async () => {
  const first = press()
  await settle()
  void press()
  await settle()
  likes.next().answer(4)
  await settle()
  likes.next().fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  expect(shown()).toEqual(LIKED)
})

test('a refetch that began before the press does not restore the old heart', async () => {
  void client.refetchQueries({ queryKey: feed.queryKey })
  const late = reads.next()
  const pressed = press()
  await settle()
  late.answer(postPage(['9', '8']))
  await settle()
  expect(shown()).toEqual(LIKED)
  likes.next().answer(4)
  await pressed
  expect(shown()).toEqual(LIKED)
})

test('a refetch between the press and its answer does not restore the old heart', async () => {
  const pressed = press()
  await settle()
  void client.refetchQueries({ queryKey: feed.queryKey })
  const late = reads.next()
  likes.next().answer(4)
  await pressed
  late.answer(postPage(['9', '8']))
  await settle()
  expect(shown()).toEqual(LIKED)
})

test('a next page requested before the press does not restore the old heart', async () => {
  const more = askForMore()
  const late = reads.next()
  const pressed = press()
  await settle()
  likes.next().answer(4)
  await pressed
  late.answer(postPage(['7', '6']))
  await more
  await settle()
  expect(idsOf()).toEqual([
    ['9', '8'],
    ['7', '6'],
  ])
  expect(shown()).toEqual(LIKED)
})

test('a next page requested during a failing like does not restore that like', async () => {
  const pressed = press()
  await settle()
  const more = askForMore()
  const late = reads.next()
  likes.next().fail(new Error('away'))
  await expect(pressed).rejects.toThrow('away')
  late.answer(postPage(['7', '6']))
  await more
  await settle()
  expect(shown()).toEqual(NOT_LIKED)
})

test('a refetch of the post’s own page does not restore the old heart', async () => {
  void client.fetchQuery({ ...postQuery(execute, '9'), staleTime: 0 })
  const late = own.next()
  const pressed = press()
  await settle()
  late.answer(listedPost('9'))
  await settle()
  expect(client.getQueryData(['post', '9'])).toBe('9')
  expect(shown()).toEqual(LIKED)
  likes.next().answer(4)
  await pressed
  expect(shown()).toEqual(LIKED)
})

function askForMore() {
  const observer = new InfiniteQueryObserver(client, feed)
  return observer.fetchNextPage()
}

function idsOf() {
  const { pages = [] } = client.getQueryData<InfiniteData<PostPage>>(feed.queryKey) ?? {}
  return pages.map(({ data }) => data)
}

test('a refetch that is cancelled after the press does not restore the old heart', async () => {
  const refetched = client.refetchQueries({ queryKey: feed.queryKey })
  await settle()
  const pressed = press()
  await client.cancelQueries({ queryKey: feed.queryKey })
  await refetched
  await settle()
  expect(shown()).toEqual(LIKED)
  likes.next().answer(4)
  await pressed
  expect(shown()).toEqual(LIKED)
})

test('posts that were asked for again before the press do not restore the old heart', async () => {
  refreshAroundRead({ queryClient: client, graphql: execute, store }, feed, undefined)
  await settle()
  const pressed = press()
  again.next().answer([listedPost('9'), listedPost('8')])
  await settle()
  expect(shown()).toEqual(LIKED)
  likes.next().answer(4)
  await pressed
  expect(shown()).toEqual(LIKED)
})

test('a saved post is marked at once, and only by the server’s answer for good', async () => {
  const save = () => toggleMark({ queryClient: client, graphql: execute, store }, 'post 9', 'wanted')
  const saved = save()
  expect(store.marksOf('post 9').wanted).toBe(true)
  expect(shown()).toEqual(NOT_LIKED)
  await settle()
  const { args, answer } = saves.next()
  expect(args).toEqual({ post: '9', list: 'want', saved: true })
  expect(await save()).toBeUndefined()
  answer(1)
  await settle()
  saves.next().fail(new Error('away'))
  await expect(saved).rejects.toThrow('away')
  expect(store.marksOf('post 9').wanted).toBe(true)
})

test.each(['liked', 'wanted'] as const)(
  'each press of %s is sent for who pressed, whoever is shown by then',
  async (mark) => {
    askers.length = 0
    const calls = mark === 'liked' ? likes : saves
    const pressed = [1, 2].map(() => toggleMark({ queryClient: client, graphql: execute, store }, 'post 8', mark))
    await settle()
    store.setViewer({ ...viewer, jwt: 'duri' })
    for (const count of [1, 0]) {
      calls.next().answer(count)
      await settle()
    }
    await Promise.all(pressed)
    expect(askers).toEqual([viewer.jwt, viewer.jwt])
    expect(store.marks).toEqual({})
  },
)
