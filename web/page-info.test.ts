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
    empty: [],
    nobody: null,
  }
  for (const [name, value] of Object.entries(data)) server.setQueryData([name], value)
  await server.fetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error()) }).catch(() => {})
  const info = {
    site: { name: '맛나눔', origin: 'https://example.kr', contact: null },
    now: '2026-11-21T18:00:00.000Z',
    holidays: [],
  }
  // As the server has it, which knows more than the page may tell.
  const page = { ...info, nonce: 'secret' }
  const carried = JSON.stringify(collectPageData(page, server))

  const browser = new QueryClient()
  expect(acceptPageData(browser, JSON.parse(carried))).toEqual(info)
  for (const [name, value] of Object.entries(data)) expect(browser.getQueryData([name])).toEqual(value)
  expect(browser.getQueryState(['list'])).toMatchObject({ status: 'success', dataUpdatedAt: Date.parse(info.now) })
  expect(browser.getQueryState(['failed'])).toBeUndefined()
})
