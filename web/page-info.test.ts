import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listedPost } from '#tests/fake-posts.ts'
import { acceptPageData, collectPageData } from './page-info.ts'
import { Store } from './store/store.ts'

test('the browser gets what the server loaded, and nothing that failed or begins with a constant', async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = new Store(null)
  const posts = ['1', '2'].map((id) => listedPost(id, { title: `글 ${id}` }))
  store.put([posts, posts])
  const data = {
    list: { pages: [{ data: ['1', '2'], nextCursor: null }], pageParams: [null] },
    other: ['2', '1'],
    empty: [],
    nobody: null,
  }
  for (const [name, value] of Object.entries(data)) server.setQueryData([name], value)
  await server.fetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error()) }).catch(() => {})
  server.getQueryCache().build(server, { queryKey: ['constant'], initialData: 0 })
  const info = {
    site: { name: '맛나눔', origin: 'https://example.kr', contact: null },
    now: '2026-11-21T18:00:00.000Z',
    holidays: [],
  }
  // As the server has it, which knows more than the page may tell.
  const page = { ...info, nonce: 'secret' }
  const carried = JSON.stringify(collectPageData(page, server, store))
  expect(carried.split('글 1')).toHaveLength(2)

  const browser = new QueryClient()
  const opened = new Store(null)
  expect(acceptPageData(browser, opened, JSON.parse(carried))).toEqual(info)
  expect(posts.map(({ id }) => opened.get('post', id))).toEqual(posts)
  for (const [name, value] of Object.entries(data)) expect(browser.getQueryData([name])).toEqual(value)
  expect(browser.getQueryState(['list'])).toMatchObject({ status: 'success', dataUpdatedAt: Date.parse(info.now) })
  for (const name of ['failed', 'constant']) expect(browser.getQueryState([name])).toBeUndefined()
})
