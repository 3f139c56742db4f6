import { accountMessages, passwordRulesSentence } from '#rules/account.ts'
import { consentLabels } from '#rules/consents.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { startScreenReader } from './screen-reader.ts'
import { waitForHydration } from './scripts.ts'

test('a screen reader can search, sign up, post, like and delete', { tag: ['@wide', '@long'] }, async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const word = `면${uniqueName().slice(-8)}`
  for (const title of ['국수집', '국밥집']) await buildPost(api, { author, title: `${word} ${title}` })
  const reader = await startScreenReader(page)
  const hears = (text: string | RegExp) => expect.poll(reader.focused).toMatch(asPattern(text))
  const press = (key: string) => page.keyboard.press(key)
  const heard: string[] = []
  const isTold = async (...sentences: string[]) => {
    await expect
      .poll(async () => {
        heard.push(...(await reader.said()))
        return heard.filter((text) => sentences.includes(text))
      })
      .toEqual(sentences)
    heard.length = 0
  }

  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('button', { name: '검색창 열기' }).focus()
  await hears('button "검색창 열기" expanded=false')
  await press('Enter')
  await hears('combobox "검색어" expanded=false')
  await page.keyboard.type(word)
  await isTold('추천 2개')
  await hears('combobox "검색어" expanded=true')
  await press('ArrowDown')
  await expect.poll(reader.activeRow).toMatch(new RegExp(`^option "${word} 국(수|밥)집 글" selected=true$`))
  await page.keyboard.type(' 국수')
  await isTold('추천 1개')
  // Again one, but another.
  await page.getByRole('combobox', { name: '검색어' }).fill(`${word} 국밥`)
  await isTold('추천 1개')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 국밥 검색 결과`)

  const person = newPerson('귀이웃')
  await page.goto('/account/sign_up')
  await waitForHydration(page)
  await page.getByRole('textbox', { name: '닉네임' }).focus()
  await hears('textbox "닉네임" required=true')
  await press('Enter')
  await hears(`textbox "닉네임" required=true invalid=true (${accountMessages.usernameEmpty})`)
  await page.keyboard.type(person.username)
  await page.getByLabel('이메일 아이디').fill(person.email)
  const password = page.getByRole('textbox', { name: '비밀번호', exact: true })
  await password.focus()
  await hears(
    `textbox "비밀번호" required=true invalid=true (${accountMessages.passwordEmpty} ${passwordRulesSentence})`,
  )
  await page.keyboard.type(person.password)
  await isTold('비밀번호 조건을 모두 충족했어요.')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password)
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabel(consentLabels[name]).check()
  await page.getByRole('textbox', { name: '답변' }).fill(person.answer)
  await press('Enter')
  await hears(`dialog "${person.username}님, 환영해요!": button "시작하기"`)
  await press('Enter')
  await expect(page).toHaveTitle(/^환영해요/)
  await isTold(await page.title())

  const title = `귀로 ${uniqueName().slice(0, 8)}`
  await page.getByRole('navigation', { name: '주요 메뉴' }).getByRole('link', { name: '글쓰기' }).press('Enter')
  await expect(page).toHaveTitle('글쓰기 | 맛나눔')
  await isTold('글쓰기 | 맛나눔')
  await page.getByRole('textbox', { name: '상호명' }).focus()
  await hears('textbox "상호명" required=true (0/20)')
  await page.keyboard.type(title)
  await page.getByRole('textbox', { name: '상세내용' }).fill('소리로 썼어요.')
  await page.getByRole('button', { name: '등록하기' }).press('Enter')
  await hears('dialog "성공적으로 포스팅 되었습니다.": link "홈으로"')
  await press('Enter')
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: `‘${title}’ 좋아요 0` }).focus()
  await hears(`button "‘${title}’ 좋아요 0" pressed=false`)
  await press('Enter')
  await hears(`button "‘${title}’ 좋아요 1" pressed=true`)

  await page.getByRole('button', { name: `‘${title}’ 글 삭제` }).press('Enter')
  await hears('dialog "정말 삭제하시겠습니까?": button "취소"')
  await press('Tab')
  await hears('dialog "정말 삭제하시겠습니까?": button "확인"')
  await press('Enter')
  await isTold('글을 삭제했어요.되돌리기')
  await hears(new RegExp(`^link "${word} 국(수|밥)집"$`))
})

/** The whole text, with every letter as itself. */
function asPattern(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : text
}
