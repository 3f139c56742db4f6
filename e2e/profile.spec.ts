import { readFile } from 'node:fs/promises'
import { failures } from '#rules/errors.ts'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

test('a changed profile is confirmed, shown everywhere, and announced to the old address', {
  tag: ['@wide', '@long'],
}, async ({ page, signIn, api, mailTo }) => {
  const user = await signIn({ username: '옛이름', questionIndex: 1, questionAnswer: '공포' })
  const { id } = await buildPost(api, { author: user })
  await page.goto('/account/profile')
  await expect(page.getByLabel('본인 확인 질문')).toHaveValue('1')
  await expect(page.getByLabel('답변')).toHaveCount(0)
  const file = { name: 'me.jpeg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByAltText('선택한 사진')).toBeVisible()
  await page.getByLabel('닉네임').fill('새이름')
  await page.getByRole('textbox', { name: '이메일' }).fill(`new.${user.email}`)
  await page.getByLabel('본인 확인 질문').selectOption('나의 고향은?')
  await expect(page.getByLabel('답변')).toHaveValue('공포')
  await page.getByLabel('답변').fill('강릉')
  await page.getByRole('button', { name: '저장하기' }).click()
  await page.getByRole('dialog', { name: '정보가 수정되었습니다.' }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('button', { name: '새이름 사용자 메뉴' })).toBeVisible()
  await waitForOverlays(page, 0)
  await page.reload()
  await expect(page.getByLabel('닉네임')).toHaveValue('새이름')
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(`new.${user.email}`)
  await expect(page.getByLabel('본인 확인 질문')).toHaveValue('3')
  await page.getByRole('button', { name: '답변 보기' }).click()
  await expect(page.getByLabel('답변')).toBeFocused()
  await expect(page.getByLabel('답변')).toHaveValue('강릉')
  await expect(page.getByAltText('선택한 사진')).toBeVisible()

  await page.goto(`/post/${id}`)
  const byline = page.locator('.byline')
  await expect(byline).toContainText('새이름')
  await expect(byline.locator('img')).toBeVisible()
  const notice = await mailTo(user.email)
  expect(notice.text).toMatch(/이메일이 다른 주소로 바뀌었어요.*질문이나 답변이 바뀌었어요/s)
  expect(notice.text).not.toContain('강릉')
})

test('the export of an account is a ZIP of JSON and pictures, and an interrupted one can be started again', {
  tag: ['@wide', '@long'],
}, async ({ page, signIn, api, expectErrors }) => {
  const user = await signIn({ username: '챙기는사람' })
  const image = await uploadAs(user, await phonePhoto())
  await buildPost(api, { author: user, title: '챙겨 갈 글', image })
  await page.goto('/account/profile')
  await waitForHydration(page)
  await page.route('/account/export.zip', (route) => route.abort())
  await page.getByRole('link', { name: '내 데이터 다운로드' }).click()
  await expect(page.getByRole('alert')).toHaveText(failures.offline)
  expectErrors(/net::ERR_FAILED/)
  await page.unroute('/account/export.zip')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: '내 데이터 다운로드' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('matnanum.zip')
  const files = unzip(await readFile(await download.path()))
  const name = `images/${image.split('/').at(-1)}`
  expect([...files.keys()]).toEqual([
    'account.json',
    'posts.json',
    'comments.json',
    'likes.json',
    'saves.json',
    'collections.json',
    'plans.json',
    'import.json',
    'notifications.json',
    'shops.json',
    'people.json',
    'moderation.json',
    name,
  ])
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ username: '챙기는사람', email: user.email })
  expect(JSON.parse(String(files.get('posts.json')))).toMatchObject([{ title: '챙겨 갈 글', image: name }])
  expect(files.get(name)?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  await expect(page.getByRole('link', { name: '내 데이터 다운로드' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** The files of an uncompressed ZIP, by name. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let entry = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, named] = [zip.readUInt32LE(entry + 24), zip.readUInt16LE(entry + 28)]
    const local = zip.readUInt32LE(entry + 42)
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(zip.toString('utf8', entry + 46, entry + 46 + named), zip.subarray(content, content + size))
    entry += 46 + named + zip.readUInt16LE(entry + 30)
  }
  return files
}
