import { accountMessages } from '#rules/account.ts'
import { consentLabels, consentMessages, consentNames } from '#rules/consents.ts'
import { failures } from '#rules/errors.ts'
import { buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { agree, newPerson, submitSignUp } from './people.ts'
import { holdScripts, waitForHydration } from './scripts.ts'

test('sign-up reports every missing field at once and focuses the first', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/account/sign_up')
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
  await expect(page.getByText('비밀번호를 다시 한번 입력해주세요.')).toBeVisible()
  await expect(page.getByText('질문에 답을 해야 합니다.')).toBeVisible()
  for (const name of ['over14', 'terms', 'privacy'] as const) {
    await expect(page.getByLabel(consentLabels[name])).toHaveAccessibleDescription(consentMessages[name])
  }
  await expect(page.getByLabel(consentLabels.location)).toHaveAccessibleDescription('')
  await expect(page.getByRole('textbox', { name: '닉네임' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveAccessibleDescription('닉네임을 입력해주세요.')
  // One box for all, which says whether all are ticked.
  const all = page.getByRole('checkbox', { name: '모두 동의해요' })
  await all.check()
  for (const name of consentNames) await expect(page.getByLabel(consentLabels[name])).toBeChecked()
  await expect(page.getByText(consentMessages.terms)).toBeHidden()
  await page.getByLabel(consentLabels.location).uncheck()
  await expect(all).not.toBeChecked()
})

test('sign-up checks the address, the password and its repetition while they are corrected', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/account/sign_up')
  await page.getByRole('textbox', { name: '닉네임' }).fill('하나')
  await page.getByLabel('이메일 아이디').fill('hana..kim')
  const password = page.getByRole('textbox', { name: '비밀번호', exact: true })
  const repeated = page.getByRole('textbox', { name: '비밀번호 확인' })
  await password.fill('abcdefg1')
  await repeated.fill('abcdefg2')
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  await expect(page.getByText('비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.')).toBeVisible()
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()
  await expect(page.getByLabel('이메일 아이디')).toBeFocused()

  await page.getByLabel('이메일 아이디').fill('hana.kim')
  await expect(page.getByText('이메일을 형식으로 입력해주세요')).toBeHidden()
  for (const weak of ['abc123!', 'abcdefg!', '1234567!', 'abcdefg1234567!x']) {
    await password.fill(weak)
    await expect(page.getByText(accountMessages.passwordWeak)).toBeVisible()
  }
  await password.fill('abcd123!')
  await expect(page.getByText(accountMessages.passwordWeak)).toBeHidden()
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()
  await repeated.fill('abcd123!')
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeHidden()
})

test('sign-up offers six domains and a typed one, and welcomes by name', { tag: '@wide' }, async ({ page }) => {
  const { email } = newPerson('')
  const [local = ''] = email.split('@')
  await page.goto('/account/sign_up')
  await expect(page.getByLabel('이메일 도메인').locator('option')).toHaveText([
    'naver.com',
    'gmail.com',
    'daum.net',
    'hanmail.net',
    'nate.com',
    'kakao.com',
    '직접 입력',
  ])
  await expect(page.getByLabel('본인 확인 질문').locator('option')).toHaveText([
    '가장 좋아하는 색깔은?',
    '가장 좋아하는 영화 장르는?',
    '나의 영어 이름은?',
    '나의 고향은?',
    '나의 보물 1호는?',
    '가장 감명 깊게 읽은 책은?',
  ])
  await page.getByRole('textbox', { name: '닉네임' }).fill('새이웃')
  await page.getByLabel('이메일 아이디').fill(local)
  await page.getByLabel('이메일 도메인').selectOption('직접 입력')
  await page.getByLabel('직접 입력한 도메인').fill('my-company.co.kr')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('abcd123!')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('abcd123!')
  await page.getByLabel('본인 확인 질문').selectOption('나의 고향은?')
  await page.getByRole('textbox', { name: '답변' }).fill('강릉')
  await agree(page)
  await page.getByRole('textbox', { name: '답변' }).press('Enter')
  await page.getByRole('dialog', { name: '새이웃님, 환영해요!' }).getByRole('button', { name: '홈으로' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: '새이웃 사용자 메뉴' }).click()
  await expect(page.getByText(`${local}@my-company.co.kr`)).toBeVisible()
})

test('sign-up with a taken address says so and keeps all text', { tag: '@wide' }, async ({ page, api }) => {
  const { email } = await buildUser(api)
  // The field of the address and the button are far apart.
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/account/sign_up')
  await page.getByRole('textbox', { name: '닉네임' }).fill('둘째')
  await page.getByLabel('이메일 아이디').fill(email.toUpperCase())
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('abcd123!')
  await expect(page.getByLabel('이메일 도메인')).toHaveValue('naver.com')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('abcd123!')
  await page.getByRole('textbox', { name: '답변' }).fill('강릉')
  await agree(page)
  await page.getByRole('button', { name: '가입하기' }).click()
  const failure = page.getByRole('dialog', { name: '이미 사용 중인 이메일입니다.' })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect(failure).toBeHidden()
  await expect(page.getByLabel('이메일 아이디')).toBeFocused()
  await expect(page.getByLabel('이메일 아이디')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('이메일 아이디')).toHaveValue(email.split('@')[0]?.toUpperCase() ?? '')
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('둘째')
  await expect(page.getByRole('textbox', { name: '비밀번호', exact: true })).toHaveValue('abcd123!')
  await expect(page.getByRole('textbox', { name: '비밀번호 확인' })).toHaveValue('abcd123!')
  await expect(page.getByRole('textbox', { name: '답변' })).toHaveValue('강릉')
})

test('a sign-up without a response shows the general message and keeps all text', { tag: '@wide' }, async ({
  page,
  expectErrors,
}) => {
  await page.goto('/account/sign_up')
  await page.getByRole('textbox', { name: '닉네임' }).fill('셋째')
  await page.getByLabel('이메일 아이디').fill('third')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('abcd123!')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('abcd123!')
  await page.getByRole('textbox', { name: '답변' }).fill('강릉')
  await agree(page)
  await page.route('/graphql', (route) => route.abort())
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page.getByRole('dialog', { name: failures.offline })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '비밀번호', exact: true, includeHidden: true })).toHaveValue(
    'abcd123!',
  )
  await expect(page.getByLabel('이메일 아이디')).toHaveValue('third')
  expectErrors(/net::ERR_FAILED/)
})

test('an invalid picture, or one that cannot be stored, is refused in its place', { tag: '@wide' }, async ({
  page,
  expectErrors,
}) => {
  await page.goto('/account/sign_up')
  await waitForHydration(page)
  const input = page.locator('input[type=file]')
  await expect(input).toHaveAttribute('accept', '.jpg,.png,.jpeg,.JPG,.PNG,.JPEG')
  await input.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('alert')).toHaveText('PNG,JPG 이미지만 업로드 가능합니다.')
  await input.setInputFiles([])
  await expect(page.getByRole('alert')).toHaveText('파일을 찾을 수 없습니다.')
  await page.route('/v1_1/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await input.setInputFiles({ name: 'me.PNG', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('이미지 로드 애러가 났습니다.')
  expectErrors(/status of 500/)
})

test('a whole address typed before the script is split when the script arrives', { tag: '@wide' }, async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/account/sign_up', { waitUntil: 'commit' })
  const email = page.getByLabel('이메일 아이디')
  await email.pressSequentially('early@daum.net')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).pressSequentially('abcd')
  release()
  await waitForHydration(page)
  await expect(email).toHaveValue('early')
  await expect(page.getByLabel('이메일 도메인')).toHaveValue('daum.net')
  // While it is being typed, the rest would end up before the @.
  await email.fill('later@na')
  await expect(email).toHaveValue('later@na')
  await page.keyboard.type('te.com')
  await page.keyboard.press('Tab')
  await expect(email).toHaveValue('later')
  await expect(page.getByLabel('이메일 도메인')).toHaveValue('nate.com')
})

test('what was agreed to at sign-up can be read before and is shown in the profile', { tag: '@narrow' }, async ({
  page,
  context,
}) => {
  await page.goto('/account/sign_up')
  await page.getByRole('textbox', { name: '닉네임' }).fill('읽는이웃')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: '이용약관 보기, 새 창' }).click()
  const text = await opened
  await expect(text.getByRole('heading', { level: 1 })).toHaveText('이용약관')
  await expect(text.getByRole('heading', { level: 2 }).first()).toHaveText('제1조 목적')
  await text.close()
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('읽는이웃')
  await submitSignUp(page, newPerson('읽는이웃'))
  await page.getByRole('dialog').getByRole('button', { name: '홈으로' }).click()
  await page.goto('/account/profile')
  const given = page.locator('section').filter({ hasText: '동의한 내용' }).getByRole('listitem')
  await expect(given).toHaveText([
    /만 14세 이상/,
    /이용약관에 동의.*문서 번호 [0-9a-f]{12}/,
    /개인정보.*문서 번호 [0-9a-f]{12}/,
    /위치정보 이용에 동의해요동의하지 않았어요/,
  ])
  const place = given.last()
  await place.getByRole('button', { name: '위치정보 이용에 동의' }).click()
  await expect(place).toContainText(/20\d\d.*문서 번호 [0-9a-f]{12}/)
  await expect(place).not.toContainText('철회했')
  await place.getByRole('button', { name: '위치정보 동의 철회' }).click()
  await expect(place).toContainText(/문서 번호.*20\d\d.* 철회 /)
  await page.reload()
  await expect(place).toContainText(/문서 번호.*20\d\d.* 철회 /)
  for (const title of ['이용약관', '개인정보처리방침', '위치정보 이용 안내']) {
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
})
