import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { consentLabels } from '#rules/consents.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import type { TestUser } from '#tests/factories.ts'
import { expect } from './fixtures.ts'
import { waitForOverlays } from './scripts.ts'

/** Input of the sign-up form; `answer` is that to the security question. */
export type Person = { username: string; email: string; password: string; answer: string }

let people = 0

/** Input of the sign-up form for a new person. */
export function newPerson(username: string): Person {
  const name = `p${process.pid}x${Date.now().toString(36)}x${++people}`
  return { username, email: `${name}@naver.com`, password: 'matna1234!', answer: '파랑' }
}

/**
 * A photo from a phone held upright: 1200 × 900 landscape pixels, EXIF orientation 6 and a GPS position. The left half
 * of the stored pixels is red, so the top half of the upright picture is.
 */
export const phonePhoto = (): Promise<Buffer> => (photo ??= drawPhoto())
let photo: Promise<Buffer> | undefined

async function drawPhoto(): Promise<Buffer> {
  const plain = (width: number, background: string) =>
    sharp({ create: { width, height: 900, channels: 3, background } })
  const red = await plain(600, '#d02020').png().toBuffer()
  const both = await plain(1200, '#2040d0')
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return sharp(both)
    .withExif({
      IFD0: { Make: 'PhoneMaker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '126/1 58/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Signs up through the form, and skips the questions to a new member. */
export async function signUp(page: Page, person: Person, picture?: Buffer): Promise<void> {
  await page.goto('/account/sign_up')
  if (picture) {
    const file = { name: 'me.JPG', mimeType: 'image/jpeg', buffer: picture }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByAltText('선택한 사진')).toBeVisible()
  }
  await submitSignUp(page, person)
  const welcome = page.getByRole('dialog', { name: `${person.username}님, 환영해요!` })
  await welcome.getByRole('button', { name: '시작하기' }).click()
  await page.getByRole('button', { name: '건너뛰기' }).click()
  await expect(page).toHaveURL('/')
}

/** Fills and submits the sign-up form of the page that is shown. */
export async function submitSignUp(page: Page, person: Person): Promise<void> {
  const [local = '', domain = ''] = person.email.split('@')
  await page.getByRole('textbox', { name: '닉네임' }).fill(person.username)
  await page.getByLabel('이메일 아이디').fill(local)
  await page.getByLabel('이메일 도메인').selectOption(domain)
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(person.password)
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password)
  await page.getByLabel('본인 확인 질문').selectOption({ index: 0 })
  await page.getByRole('textbox', { name: '답변' }).fill(person.answer)
  await agree(page)
  await page.getByRole('button', { name: '가입하기' }).click()
}

/** Ticks the required consents of sign-up. */
async function agree(page: Page): Promise<void> {
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabel(consentLabels[name]).check()
}

/** Logs in through the form of the page that is shown. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('이메일').fill(email)
  await page.getByRole('textbox', { name: '비밀번호' }).fill(password)
  await page.getByRole('button', { name: '로그인', exact: true }).click()
}

/**
 * Changes the password through the form of the page that is shown, and confirms the dialog. `current` is null where the
 * form does not ask for it.
 */
export async function changePassword(page: Page, current: string | null, next: string): Promise<void> {
  if (current !== null) await page.getByRole('textbox', { name: '현재 비밀번호' }).fill(current)
  await page.getByRole('textbox', { name: '새 비밀번호', exact: true }).fill(next)
  await page.getByRole('textbox', { name: '새 비밀번호 확인' }).fill(next)
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await page
    .getByRole('dialog', { name: '비밀번호가 성공적으로 변경되었습니다.' })
    .getByRole('button', { name: /^(프로필로|이어서 하기)$/ })
    .click()
}

/** Chooses a time of the post's form, `HH:mm`. */
export async function chooseTime(page: Page, end: '시작' | '마감', time: string): Promise<void> {
  const [hour = '', minute = ''] = time.split(':')
  await page.getByLabel(`${end} 시`).selectOption(hour)
  await page.getByLabel(`${end} 분`).selectOption(minute)
}

/** Opens the user menu and presses one of its entries. */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: '사용자 메뉴' }).click()
  await waitForOverlays(page, 1)
  await page.getByRole('navigation', { name: '사용자 메뉴' }).getByText(entry, { exact: true }).click()
}

/** Logs out by the user menu, which leads home. */
export async function logOut(page: Page): Promise<void> {
  await chooseFromMenu(page, '로그아웃')
  const panel = page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })
  await panel.getByRole('button', { name: '로그아웃' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/')
  await waitForOverlays(page, 0)
}

/** Uploads a picture as this person and returns its URL. */
export async function uploadAs({ client }: TestUser, picture: Buffer): Promise<string> {
  const body = new FormData()
  body.append('upload_preset', 'ml_default')
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  const request = new Request(client.origin, { method: 'POST', body })
  const reply = await client.send('POST', UPLOAD_URL, Buffer.from(await request.arrayBuffer()), {
    'content-type': request.headers.get('content-type') ?? '',
  })
  return (JSON.parse(reply.text) as { url: string }).url
}

/** Everything in this browser's storage that a script of the page could read, including cookies. */
export function storageOf(
  page: Page,
): Promise<{ session: Record<string, string>; local: Record<string, string>; cookie: string }> {
  return page.evaluate(() => ({ session: { ...sessionStorage }, local: { ...localStorage }, cookie: document.cookie }))
}
