import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { acceptPageData, collectPageData } from './page-info.ts'

test('the browser gets what the server loaded, and nothing that failed', async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const data = {
    list: {
      pages: [
        {
          data: [
            { id: '1', image: null },
            { id: '2', image: null },
          ],
          nextCursor: null,
        },
      ],
      pageParams: [null],
    },
    nobody: null,
  }
  for (const [name, value] of Object.entries(data)) server.setQueryData([name], value)
  await server.fetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error()) }).catch(() => {})
  const carried = collectPageData(server)

  const browser = new QueryClient()
  acceptPageData(browser, JSON.parse(JSON.stringify(carried)))
  for (const [name, value] of Object.entries(data)) expect(browser.getQueryData([name])).toEqual(value)
  expect(browser.getQueryState(['list'])).toMatchObject({ status: 'success', dataUpdatedAt: carried.at })
  expect(browser.getQueryState(['failed'])).toBeUndefined()
})
