import { readFile } from 'node:fs/promises'
import { failures } from '#rules/errors.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, phonePhoto, uploadAs } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

test('the profile form reports each invalid field and keeps the text', { tag: '@narrow' }, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account/profile')
  await page.getByLabel('닉네임').fill(' ')
  await page.getByRole('textbox', { name: '이메일' }).fill('')
  await page.getByRole('button', { name: '답변 보기' }).click()
  await page.getByLabel('답변').fill('')
  await page.getByRole('button', { name: '저장하기' }).click()
  await expect(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('질문의 답을 적어주세요.')).toBeVisible()
  await expect(page.getByLabel('닉네임')).toBeFocused()
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver')
  await expect(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue('hana@naver')
})

test('a changed profile is confirmed, shown everywhere, and announced to the old address', { tag: '@wide' }, async ({
  page,
  signIn,
  api,
  mailTo,
}) => {
  const user = await signIn({ username: '옛이름', questionIndex: 1, questionAnswer: '공포' })
  const { id } = await buildPost(api, { author: user })
  await page.goto('/account/profile')
  await expect(page.getByLabel('본인 확인 질문')).toHaveValue('1')
  await expect(page.getByLabel('답변')).toHaveCount(0)
  const file = { name: 'me.jpeg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByAltText('고른 사진')).toBeVisible()
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
  await expect(page.getByAltText('고른 사진')).toBeVisible()

  await page.goto(`/post/${id}`)
  const byline = page.locator('.byline')
  await expect(byline).toContainText('새이름')
  await expect(byline.locator('img')).toBeVisible()
  const notice = await mailTo(user.email)
  expect(notice.text).toMatch(/이메일이 다른 주소로 바뀌었어요.*질문이나 답변이 바뀌었어요/s)
  expect(notice.text).not.toContain('강릉')
})

test('the fourth new address of a day is refused beside its field, and the text stays', { tag: '@wide' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  const user = await signIn({ username: '이사꾼' })
  const { handle, client, password, ...profile } = user
  for (const i of [1, 2, 3]) await client.call('update', { ...profile, jwt: handle, email: `moved${i}.${user.email}` })
  await page.goto('/account/profile')
  await page.getByLabel('닉네임').fill('또이사꾼')
  await page.getByRole('textbox', { name: '이메일' }).fill(`moved4.${user.email}`)
  await page.getByRole('button', { name: '저장하기' }).click()
  const sentence = /오늘은 이메일을 더 바꿀 수 없어요\. 24시간 뒤에/
  await page.getByRole('dialog', { name: sentence }).getByRole('button', { name: '닫기' }).click()
  const email = page.getByRole('textbox', { name: '이메일' })
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(sentence)
  await expect(email).toHaveValue(`moved4.${user.email}`)
  expectErrors(/status of 429/)
  await email.fill(`moved3.${user.email}`)
  await page.getByRole('button', { name: '저장하기' }).click()
  await page.getByRole('dialog', { name: '정보가 수정되었습니다.' }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('button', { name: '또이사꾼 사용자 메뉴' })).toBeVisible()
})

test('a taken address is refused beside its field', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const { email } = await buildUser(api)
  await signIn({ username: '둘째' })
  await page.goto('/account/profile')
  await page.getByLabel('닉네임').fill('둘째의 새 이름')
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  await page.getByRole('button', { name: '저장하기' }).click()
  await page.getByRole('dialog', { name: '이미 사용 중인 이메일입니다.' }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('textbox', { name: '이메일' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveAccessibleDescription(
    /이미 사용 중인 이메일입니다\./,
  )
  await expect(page.getByLabel('닉네임')).toHaveValue('둘째의 새 이름')
})

test('the list of sessions shows each device, and ends one of them', { tag: '@wide' }, async ({
  page,
  signIn,
  another,
}) => {
  const user = await signIn()
  const elsewhere = await another()
  await elsewhere.goto('/account/login')
  await logIn(elsewhere, user)
  await expect(elsewhere).toHaveURL('/')

  await page.goto('/account/profile')
  const sessions = page.locator('.sessions').getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: '이 기기' })).toHaveCount(1)
  await expect(sessions.filter({ hasText: '이 기기' }).getByRole('button')).toHaveCount(0)
  await expect(sessions.first().locator('time')).toHaveAttribute('title', /^\d{4}년 \d\d월 \d\d일 \d\d시 \d\d분$/)
  await page.getByRole('button', { name: /Chrome · .* 로그아웃/ }).click()
  await expect(sessions).toHaveCount(1)
  await expect(page.getByRole('heading', { name: '로그인한 기기' })).toBeFocused()

  await elsewhere.goto('/account/my_list')
  await expect(elsewhere).toHaveURL(/\/account\/login/)
  await page.reload()
  await expect(sessions).toHaveCount(1)
})

test('the export of an account is a ZIP of JSON and pictures', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const user = await signIn({ username: '챙기는사람' })
  const image = await uploadAs(user, await phonePhoto())
  await buildPost(api, { author: user, title: '챙겨 갈 글', image })
  await page.goto('/account/profile')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: '내 데이터 내려받기' }).click()
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
    'notifications.json',
    'people.json',
    'moderation.json',
    name,
  ])
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ username: '챙기는사람', email: user.email })
  expect(JSON.parse(String(files.get('posts.json')))).toMatchObject([{ title: '챙겨 갈 글', image: name }])
  expect(files.get(name)?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  await expect(page.getByRole('link', { name: '내 데이터 내려받기' })).toBeVisible()
})

test('an interrupted download says so and can be started again', { tag: '@wide' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await page.goto('/account/profile')
  await waitForHydration(page)
  await page.route('/account/export.zip', (route) => route.abort())
  await page.getByRole('link', { name: '내 데이터 내려받기' }).click()
  await expect(page.getByRole('alert')).toHaveText(failures.offline)
  expectErrors(/net::ERR_FAILED/)
  await page.unroute('/account/export.zip')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: '내 데이터 내려받기' }).click()
  await (await started).path()
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

test('a profile is saved without showing the answer, which stays as it was', { tag: '@wide' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn({ questionAnswer: '아무도 모르는 답' })
  await page.goto('/account/profile')
  await waitForHydration(page)
  await page.getByLabel('닉네임').fill('새이름')
  // The value of a field is in no text or attribute.
  await expect(page.getByRole('button', { name: '답변 보기' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '답변' })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('아무도 모르는 답')
  await page.getByRole('button', { name: '저장하기' }).click()
  await expect(page.getByRole('dialog', { name: '정보가 수정되었습니다.' })).toBeVisible()
  await expect(api.as(user).user({ jwt: user.handle })).resolves.toMatchObject({
    username: '새이름',
    questionAnswer: '아무도 모르는 답',
  })
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await page.getByRole('button', { name: '답변 보기' }).click()
  await expect(page.getByRole('textbox', { name: '답변' })).toHaveValue('아무도 모르는 답')
})
