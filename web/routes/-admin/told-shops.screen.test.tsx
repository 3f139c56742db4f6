import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

test('moderators see the shops that members have called gone, and show one again', async () => {
  const told = {
    id: '732365424694321',
    name: '명동교자',
    gone: 1,
    moved: 1,
    networks: 2,
    since: '2026-11-28T05:10:00.000Z',
  }
  const screen = await openScreen('/admin', {
    api: {
      getReports: { data: [], nextCursor: null },
      getRelease: '1',
      getToldShops: [told],
      decideShop: { count: 1 },
    },
    viewer,
  })
  const list = page.getByRole('list', { name: '확인할 가게' })
  await expect.element(list).toMatchTextContent(/명동교자.*없어졌어요 1명 · 옮겼어요 1명 · 접속 환경 2곳/)
  screen.api.getToldShops = []
  await list.getByRole('button', { name: /^다시 보이기/ }).click()
  await expect.element(list).not.toBeInTheDocument()
  expect(screen.asked.find(({ name }) => name === 'decideShop')?.variables).toEqual({ id: told.id, gone: false })
})
