import { expect, test } from '../fixtures.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { expectAccessible, press, typeInto } from './by-hand.ts'

test('recovering from another device, which then is the only one that is signed in', { tag: '@narrow' }, async ({
  page,
  api,
  another,
  signIn,
  mailTo,
}) => {
  const user = await signIn({ questionAnswer: '파랑', username: '깜빡이' })
  const own = await page.context().newPage()
  await own.goto('/account/profile')
  await page.close()
  const device = await another()
  await device.goto('/account/login')
  await waitForHydration(device)
  await press(device, device.getByRole('link', { name: '비밀번호 찾기' }))
  // The login has a field of that name too.
  await expect(device.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await typeInto(device, device.getByLabel('이메일'), user.email)
  await typeInto(device, device.getByLabel('답변'), '파랑')
  await press(device, device.getByRole('button', { name: '다음' }))
  await press(device, device.getByRole('button', { name: '이메일로 받기' }))
  const sent = device.getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })
  await press(device, sent.getByRole('button', { name: '로그인하러 가기' }))
  await expect(device.getByLabel('이메일', { exact: true })).toHaveValue(user.email)
  const { text } = await mailTo(user.email)
  await typeInto(
    device,
    device.getByRole('textbox', { name: '비밀번호' }),
    /(?<=\n {4})\S{15}(?=\n)/.exec(text)?.[0] ?? '',
  )
  await press(device, device.getByRole('button', { name: '로그인' }))
  await expect(device).toHaveURL('/account/change_password')
  await typeInto(device, device.getByRole('textbox', { name: '새 비밀번호', exact: true }), 'renew789%')
  await typeInto(device, device.getByRole('textbox', { name: '새 비밀번호 확인' }), 'renew789%')
  await press(device, device.getByRole('button', { name: '비밀번호 변경' }))
  const changed = device.getByRole('dialog', { name: '비밀번호가 성공적으로 변경되었습니다.' })
  await press(device, changed.getByRole('button').first())
  await press(device, device.getByRole('button', { name: '사용자 메뉴' }))
  await waitForOverlays(device, 1)
  await press(device, device.getByRole('navigation', { name: '사용자 메뉴' }).getByRole('link', { name: '프로필' }))
  await expect(device.getByLabel('닉네임')).toHaveValue('깜빡이')
  await own.reload()
  await expect(own).toHaveURL(/\/account\/login/)
  await api.fresh().login({ email: user.email, password: 'renew789%' })
  await expectAccessible(device)
})
