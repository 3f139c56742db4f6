import { expect, type Locator, type Page, test } from '@playwright/test'
import { consentLabels } from '#rules/consents.ts'
import { runAxe } from '../axe.ts'
import { type Person, phonePhoto } from '../people.ts'
import { inBothThemes } from '../themes.ts'

const MOST_TABS = 120

const byTouch = () => test.info().project.use.hasTouch === true

/** Taps an element on a phone. On a wide screen it goes there by the Tab key, and presses `key`. */
export async function press(page: Page, what: Locator, key = 'Enter'): Promise<void> {
  await expect(what).toBeVisible()
  if (byTouch()) return what.tap()
  await tabTo(page, what)
  await page.keyboard.press(key)
}

/** Chooses among radio buttons: Tab leads to the chosen one, and an arrow key to the next. */
export async function chooseRadio(page: Page, group: Locator, name: RegExp): Promise<void> {
  const radio = group.getByRole('radio', { name })
  if (byTouch()) return radio.tap()
  await tabTo(page, group.getByRole('radio', { checked: true }))
  const count = await group.getByRole('radio').count()
  for (let n = 1; n < count && !(await radio.isChecked()); n++) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
}

/** Goes to a field in the same way, and writes a text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeVisible()
  if (byTouch()) await field.tap()
  else await tabTo(page, field)
  await page.keyboard.insertText(text)
}

/** Presses a button that opens the system's window for files, and chooses one there. */
export async function chooseFile(
  page: Page,
  button: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await press(page, button)
  await (await opened).setFiles(file)
}

/** The same with a photo. */
export async function choosePhoto(page: Page, button: Locator): Promise<void> {
  await chooseFile(page, button, { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
}

/** Fills in the sign-up form that is shown, field by field, with a portrait, and sends it. */
export async function signUp(page: Page, { username, email, password, answer }: Person): Promise<void> {
  const form = page.getByRole('main')
  await choosePhoto(page, form.getByRole('button', { name: '사진 고르기' }))
  await expect(form.getByAltText('선택한 사진')).toBeVisible()
  await typeInto(page, form.getByLabel('닉네임'), username)
  // A whole address: the form takes it apart when it is left.
  await typeInto(page, form.getByLabel('이메일 아이디'), email)
  await typeInto(page, form.getByRole('textbox', { name: '비밀번호', exact: true }), password)
  await typeInto(page, form.getByRole('textbox', { name: '비밀번호 확인' }), password)
  const question = form.getByLabel('본인 확인 질문')
  // A phone opens a list of its own, which is no part of the page.
  if (byTouch()) await question.selectOption({ index: 1 })
  else {
    await tabTo(page, question)
    await page.keyboard.press('ArrowDown')
  }
  await expect(question).toHaveValue('1')
  await typeInto(page, form.getByRole('textbox', { name: '답변' }), answer)
  for (const name of ['over14', 'terms', 'privacy'] as const) {
    const box = form.getByLabel(consentLabels[name])
    await press(page, box, 'Space')
    await expect(box).toBeChecked()
  }
  await press(page, form.getByRole('button', { name: '가입하기' }))
}

async function tabTo(page: Page, what: Locator): Promise<void> {
  const isFocused = () => what.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${what}.`)
}

/** Expects that axe finds no fault on the page, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  await inBothThemes(page, async () => {
    expect((await runAxe(page, { exclude: ['.map'] })).faults).toEqual([])
  })
}
