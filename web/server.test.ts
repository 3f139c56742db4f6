import { expect, onTestFinished, test, vi } from 'vitest'
import type { PageContext } from '#contract/page-context.ts'
import { listedPost } from '#tests/fake-posts.ts'
import { openRenderer } from './server.ts'

const list = { data: [listedPost('1')], count: 1, nextCursor: null, startCursor: null }

const page: PageContext = {
  graphql: async () => ({ data: { getPosts: list, getSearchPosts: list } }),
  viewer: null,
  setStatus: () => {},
  showsAgo: () => {},
  showsHours: () => {},
  nonce: 'nonce',
  site: { name: '맛나눔', origin: 'https://example.kr', contact: null },
  requestId: 'request',
  now: '2026-11-30T12:00:00.000Z',
  holidays: [],
}

test.each(['/', '/search?keyword=국밥', '/map'])('no timer keeps what %s was rendered from', async (url) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { status, html } = await openRenderer(null)(url, page)
  expect([status, html]).toEqual([200, expect.stringContaining('</html>')])
  expect(vi.getTimerCount()).toBe(0)
})
