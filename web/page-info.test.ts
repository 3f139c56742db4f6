import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { acceptPageData, collectPageData } from './page-info.ts'

test('the browser gets what the server loaded, and nothing that failed', async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const post = (id: string) => ({
    id,
    title: `글 ${id}`,
    image_info: null,
    areas: [{ name: '서울' }, { name: '마포구' }],
  })
  const data = {
    list: { pages: [{ data: [post('1'), post('2')], nextCursor: null }], pageParams: [null] },
    uneven: [{ a: 1 }, { a: 1, b: 2 }],
    mixed: [{ a: 1 }, 'text', null, [1, 2]],
    single: [{ a: 1 }],
    empty: [],
    nobody: null,
    sameNamesInAnotherOrder: [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  }
  for (const [name, value] of Object.entries(data)) server.setQueryData([name], value)
  await server.fetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error()) }).catch(() => {})
  const carried = collectPageData(server)
  expect(JSON.stringify(carried).match(/image_info/g)).toHaveLength(1)

  const browser = new QueryClient()
  acceptPageData(browser, JSON.parse(JSON.stringify(carried)))
  for (const [name, value] of Object.entries(data)) expect(browser.getQueryData([name])).toEqual(value)
  expect(browser.getQueryState(['list'])).toMatchObject({ status: 'success', dataUpdatedAt: carried.at })
  expect(browser.getQueryState(['failed'])).toBeUndefined()
})
