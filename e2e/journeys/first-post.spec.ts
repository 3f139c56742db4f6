import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { waitForHydration } from '../scripts.ts'
import { choosePhoto, expectAccessible, press, signUp, typeInto } from './by-hand.ts'

test('from the first visit to the first post', { tag: '@narrow' }, async ({ page, api }) => {
  await page.goto('/')
  await waitForHydration(page)
  const toForm = page.getByRole('link', { name: '글쓰기' }).filter({ visible: true }).first()
  await press(page, toForm)
  await expect(page).toHaveURL('/account/login?next=%2Fadd_post')
  await waitForHydration(page)
  await press(page, page.getByRole('main').getByRole('link', { name: '회원가입' }))
  const person = newPerson('첫손님')
  await expect(page.getByRole('heading', { name: '회원가입' })).toBeVisible()
  await signUp(page, person)
  const welcome = page.getByRole('dialog', { name: '첫손님님, 환영해요!' })
  await press(page, welcome.getByRole('button').first())
  if (!page.url().endsWith('/add_post')) {
    await expect(welcome).toBeHidden()
    await press(page, toForm)
  }
  await typeInto(page, page.getByLabel('상호명'), '퇴근길 만두')
  await typeInto(page, page.getByLabel('상세내용'), '찜통에서 막 나왔어요.')
  await choosePhoto(page, page.getByRole('button', { name: '사진 고르기' }))
  // While it is on its way nothing else can be reached.
  await expect(page.getByAltText('사진 1/1')).toBeVisible()
  await press(page, page.getByRole('button', { name: '등록하기' }))
  const sent = page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })
  await press(page, sent.getByRole('link', { name: '글 보기' }))
  await expect(page.getByRole('heading', { level: 1, name: '퇴근길 만두' })).toBeVisible()
  // Neither to the form of the post nor to the login or the sign-up before it.
  await page.goBack()
  await expect(page).toHaveURL('/')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('퇴근길 만두')
  await expect(card).toContainText('첫손님')
  const [post] = (await api.getPosts({ filter: 'latest' })).data
  expect(post).toMatchObject({ title: '퇴근길 만두', image_count: 1 })
  await expectAccessible(page)
})
