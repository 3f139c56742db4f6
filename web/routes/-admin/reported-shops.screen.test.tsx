import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { twoStepOff } from '#tests/fake-account.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const told = {
  id: '732365424694321',
  name: '명동교자',
  gone: 1,
  moved: 1,
  networks: 2,
  since: '2026-11-28T05:10:00.000Z',
}
const api = {
  getReports: { data: [], nextCursor: null },
  getRelease: '1',
  getTwoStep: twoStepOff,
  decideShop: { count: 1 },
}

test('moderators see the shops that members have called gone, and show one again', async () => {
  const screen = await openScreen('/admin', { api: { ...api, getToldShops: [told] }, viewer })
  const list = page.getByRole('list', { name: '확인할 가게' })
  await expect.element(list).toMatchTextContent(/명동교자.*없어졌어요 1명 · 옮겼어요 1명 · 접속 환경 2곳/)
  screen.api.getToldShops = []
  await list.getByRole('button', { name: /^다시 보이기/ }).click()
  await expect.element(list).not.toBeInTheDocument()
  expect(screen.asked.find(({ name }) => name === 'decideShop')?.variables).toEqual({ id: told.id, gone: false })
})

test('a shop that a moderator has hidden is shown again from the decided ones', async () => {
  const kept = { ...told, id: '732365424694322', name: '을지면옥', gone: 0, moved: 0, networks: 0 }
  const screen = await openScreen('/admin?tab=decided', {
    api: { ...api, getToldShops: ({ decided }) => (decided ? [told, kept] : []) },
    viewer,
  })
  const list = page.getByRole('list', { name: '숨긴 가게' })
  await expect.element(list).toMatchTextContent(/명동교자.*없어졌어요 1명.*을지면옥.*알려 준 이웃이 탈퇴했어요/)
  await expect.element(list.getByRole('button', { name: /^계속 숨기기/ })).not.toBeInTheDocument()
  screen.api.getToldShops = [told]
  await list.getByRole('button', { name: /^다시 보이기.*을지면옥/ }).click()
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(1)
  expect(screen.asked.find(({ name }) => name === 'decideShop')?.variables).toEqual({ id: kept.id, gone: false })
})
