import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { twoStepOff } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const look = {
  name: null,
  defaultName: '맛나눔',
  welcome: null,
  announcement: null,
  announcementEnds: null,
  accent: null,
  logo: null,
  pages: [{ place: 1, title: '소개', text: '우리 동네' }],
}
const coloursOf = (colours: Record<string, string>) =>
  Object.entries(colours).map(([token, colour]) => ({ token, colour }))
const preview = {
  light: coloursOf({
    '--bg': '#fdfaf6',
    '--ink': '#2a1f1a',
    '--accent-fill': '#1d5fa8',
    '--on-accent': '#ffffff',
    '--accent-text': '#1d5fa8',
    '--accent-soft': '#e6f0ff',
  }),
  dark: coloursOf({
    '--bg': '#130f0d',
    '--ink': '#f0ebe6',
    '--accent-fill': '#68a9f8',
    '--on-accent': '#091524',
    '--accent-text': '#87bcff',
    '--accent-soft': '#1b304a',
  }),
  html: '<h2>우리 동네</h2>',
}
const api = {
  getTwoStep: twoStepOff,
  getReports: { data: [], nextCursor: null },
  getToldShops: [],
  getRelease: '1',
  getSiteLook: look,
  previewSiteLook: preview,
  setSiteLook: { count: 1 },
  setSitePage: { count: 1 },
}
const now = '2026-11-29T04:30:00.000Z'

test('an admin sees the look in both themes before it is saved, and sends it with an end of the announcement', async () => {
  const screen = await openScreen('/admin?tab=look', { api, viewer, now })
  await page.getByLabelText('이름').fill('망원맛집')
  await page.getByLabelText('강조 색').fill('#1d5fa8')
  await page.getByLabelText('공지', { exact: false }).first().fill('내일 점검해요.')
  await expect.element(page.getByLabelText('공지를 내릴 시각')).toHaveValue('2026-12-06T14:00')
  await page.getByRole('button', { name: '미리보기' }).first().click()
  await expect.element(page.getByRole('figure').first()).toMatchTextContent(/밝은 화면.*망원맛집.*내일 점검해요/)
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '저장' }).first().click()
  await expect.element(page.getByText('저장했어요. 새로 여는 화면부터 바뀌어요.')).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'setSiteLook')?.variables).toEqual({
    name: '망원맛집',
    welcome: '',
    announcement: '내일 점검해요.',
    announcementEnds: '2026-12-06T14:00',
    accent: '#1d5fa8',
    logo: null,
  })
})

test('a refused colour is told at its field, and what was typed stays', async () => {
  const message = '이 색으로 쓴 글자는 잘 보이지 않아요. 더 진한 색을 골라 주세요.'
  const refuse = () => {
    throw new Refusal('BAD_USER_INPUT', message, [{ field: 'accent', message }])
  }
  await openScreen('/admin?tab=look', { api: { ...api, setSiteLook: refuse }, viewer, now })
  await page.getByLabelText('이름').fill('망원맛집')
  await page.getByLabelText('강조 색').fill('#777777')
  await page.getByRole('button', { name: '저장' }).first().click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByLabelText('이름')).toHaveValue('망원맛집')
  await expect.element(page.getByLabelText('강조 색')).toHaveAttribute('aria-invalid', 'true')
})

test('a page is previewed and saved, and an empty one removed', async () => {
  const screen = await openScreen('/admin?tab=look', { api, viewer, now })
  const first = page.getByRole('region', { name: '소개 페이지 1' })
  await first.getByRole('button', { name: '미리보기' }).click()
  await expect.element(first.getByRole('heading', { name: '우리 동네' })).toBeVisible()
  await first.getByLabelText('제목').fill('')
  await first.getByLabelText('내용').fill('')
  await first.getByRole('button', { name: '저장' }).click()
  await expect.element(page.getByText('페이지를 삭제했어요.')).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'setSitePage')?.variables).toEqual({ place: 1, title: '', text: '' })
})
