import { expect, type Locator, type Page, test } from '@playwright/test'
import { COLOUR_RULES, judge } from '../axe.ts'
import { inBothThemes } from '../themes.ts'

const MOST_TABS = 120

const byTouch = () => test.info().project.use.hasTouch === true

/** Touches it on a phone. On a wide screen the Tab key leads there, and `key` presses it. */
export async function press(page: Page, what: Locator, key = 'Enter'): Promise<void> {
  await expect(what).toBeVisible()
  if (byTouch()) return what.tap()
  await tabTo(page, what)
  await page.keyboard.press(key)
}

/** Reaches the field in the same way, and writes. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeVisible()
  if (byTouch()) await field.tap()
  else await tabTo(page, field)
  await page.keyboard.insertText(text)
}

/** Chooses one of several radio buttons: Tab leads to the chosen one, arrows to the others. */
export async function choose(page: Page, group: Locator, what: Locator): Promise<void> {
  if (byTouch()) return what.tap()
  await tabTo(page, group.getByRole('radio', { checked: true }))
  for (let steps = 0; steps < MOST_TABS && !(await what.isChecked()); steps++) await page.keyboard.press('ArrowDown')
  await expect(what).toBeChecked()
}

async function tabTo(page: Page, what: Locator): Promise<void> {
  const isFocused = () => what.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${what}.`)
}

/** The screen at the end of a journey, in both themes; each journey is made at both widths. */
export async function expectAccessible(page: Page): Promise<void> {
  await inBothThemes(page, async (theme) => {
    const { faults } = await judge(page, { exclude: ['.map'], ...(theme === 'dark' && { rules: COLOUR_RULES }) })
    expect(faults).toEqual([])
  })
}
