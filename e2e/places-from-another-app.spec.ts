import { readFile } from 'node:fs/promises'
import { buildPost, buildUser } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { inBothThemes } from './themes.ts'

const LIST = [
  'Title,Note,URL,Tags,Comment',
  '을밀대,여름에,"https://www.google.com/maps/search/37.5485,126.9486",,',
  '두집국수,,https://www.google.com/maps/place/x,,',
  '아무도모르는집,,"https://www.google.com/maps/search/37.5,127.0",,',
  ',,"https://www.google.com/maps/search/37.5,127.0",,',
].join('\n')

test('my places from another app: read, confirmed, kept, and taken away again', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await buildUser(api)
  await buildPost(api, { author, title: '을밀대', place_name: '을밀대', lat: 37.5485, lng: 126.9486 })
  for (const lat of [35.1, 35.2]) {
    await buildPost(api, { author, title: `국수 ${lat}`, place_name: '두집국수', lat, lng: 129 })
  }
  const user = await signIn({ username: '감자전' })
  await page.goto('/me')
  await page.getByRole('button', { name: '내 맛집 가져오기와 내보내기' }).click()
  await page.getByRole('button', { name: '가져오기', exact: true }).click()
  await expect(page).toHaveURL('/me?view=import')
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })

  // A file that is none says so, and the next one goes on.
  await choose('letter.txt', '오늘은 냉면을 먹었다.')
  await expect(page.getByText('가져올 수 없는 파일이에요.')).toBeVisible()
  await choose('list.csv', LIST)
  await expect(page.getByRole('heading', { name: '찾았어요 1' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '어느 곳인지 골라 주세요 1' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '찾지 못했어요 1' })).toBeVisible()
  await inBothThemes(page, async () => {
    await runAxe(page)
  })
  // The matched rows are still there after a reload.
  await page.reload()
  await page.getByRole('group', { name: '두집국수' }).getByRole('radio').nth(1).check()
  await page.getByText('읽지 못한 줄 1', { exact: true }).click()
  await expect(page.getByText('5번째 줄: 이름이 없어요.')).toBeVisible()
  await page.getByRole('button', { name: '2곳 담기' }).click()
  await expect(page.getByText('‘가고 싶어요’\u2060에 2곳을 담았어요.')).toBeVisible()
  await page.getByRole('button', { name: '내 맛집 보기' }).click()
  await expect(page.locator('.saved h2')).toHaveCount(2)
  const names = (await api.as(user).getSavedPosts({ list: 'want' })).data.map(({ place_name }) => place_name)
  expect(names.toSorted()).toEqual(['두집국수', '을밀대'])

  await page.getByRole('button', { name: '내 맛집 가져오기와 내보내기' }).click()
  await page.getByRole('button', { name: '내보내기', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'KML' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('가고 싶어요.kml')
  const kml = await readFile(await file.path(), 'utf8')
  expect(kml).toContain('<name>을밀대</name>')
})
