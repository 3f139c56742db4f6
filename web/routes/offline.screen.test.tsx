import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '#tests/screens/open-screen.tsx'

const home = page.getByRole('main').getByRole('link', { name: '홈으로' })
const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })

test('without a connection home offers another try, not itself; a private page offers home', async () => {
  await openScreen('/offline#/')
  await expect
    .element(page.getByText(/로그인해서 본 글은 ‘자동 로그인’\u2060을 켠 기기에서만 다시 볼 수 있어요/))
    .toBeVisible()
  await expect.element(retry).toBeVisible()
  await expect.element(home).not.toBeInTheDocument()
  await openScreen('/offline#/notifications')
  await expect.element(home).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})
