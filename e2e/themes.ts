import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { COLOUR_RULES, runAxe } from './axe.ts'

type Theme = 'light' | 'dark'

/** Least contrasts of WCAG 2.2: of text (1.4.3), and of marks without text (1.4.11). */
export const TEXT_CONTRAST = 4.5
export const MARK_CONTRAST = 3

/** Mean brightness, from 0 to 255, which a part of a light page exceeds and one of a dark page does not reach. */
const LIGHT = 150
const DARK = 110

const WIDTHS = [360, 1280]

/** Checks the page as it is now in both themes, in its own last. */
export async function inBothThemes(page: Page, check: (theme: Theme) => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const colorScheme of isDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await check(colorScheme)
  }
}

/** Checks the page as it is now at both widths, for tests that run at one; it ends at its own. */
export async function atBothWidths(page: Page, check: () => Promise<void>): Promise<void> {
  const own = page.viewportSize()
  if (!own) throw new Error('the window has no size')
  for (const width of [...WIDTHS.filter((one) => one !== own.width), own.width]) {
    await page.setViewportSize({ ...own, width })
    await check()
  }
}

/**
 * In both themes the parts that the selectors name are as bright as the theme, and all their text stands out from what is
 * behind it. Of several parts with one selector the brightness of the first is judged. axe takes most of the time, so it
 * runs once for all parts.
 */
export async function expectReadable(page: Page, ...parts: string[]): Promise<void> {
  const firsts = parts.map((part) => page.locator(part).first())
  for (const first of firsts) await expect(first).toBeVisible()
  // Away from the bars, below which axe cannot tell the background.
  await firsts[0]?.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const pictures = page.locator('.korea-map')
  await inBothThemes(page, async (theme) => {
    for (const first of firsts) await expectThemed(first, theme)
    // Tiles are larger than the map's frame, and axe would take them for covers of the text beside.
    await show(pictures, false)
    const { faults, passed } = await runAxe(page, { include: parts, rules: COLOUR_RULES })
    await show(pictures, true)
    expect(faults, theme).toEqual([])
    expect(passed).toContain('color-contrast')
  })
}

function show(pictures: Locator, isShown: boolean): Promise<void> {
  return pictures.evaluateAll(
    (all, visibility) => {
      for (const one of all) if (one instanceof HTMLElement) one.style.visibility = visibility
    },
    isShown ? '' : 'hidden',
  )
}

/** Waits until the part is as bright as the theme: a map is painted again after a change. */
export async function expectThemed(part: Locator, theme: Theme): Promise<void> {
  const light = () => brightnessOf(part)
  if (theme === 'light') await expect.poll(light).toBeGreaterThan(LIGHT)
  else await expect.poll(light).toBeLessThan(DARK)
}

/** The mean of all pixels, from 0 to 255. */
export async function brightnessOf(part: Locator): Promise<number> {
  const { channels } = await sharp(await part.screenshot()).stats()
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0)
}

/**
 * Waits until a colour of an element stands out from a token of its theme, such as '--map-land', by more than `least`. For
 * what is drawn over a map, whose picture axe cannot judge, and drawn anew while the map loads or changes its theme.
 */
export async function expectContrast(
  drawn: Locator,
  [property, token]: readonly [property: string, token: string],
  least: number,
): Promise<void> {
  await expect.poll(() => contrast(drawn, property, token), `${property} on ${token}`).toBeGreaterThan(least)
}

/** Contrast of two colours, from 1 to 21. */
function contrast(drawn: Locator, property: string, token: string): Promise<number> {
  return drawn.evaluate(
    (element, names) => {
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const style = getComputedStyle(element)
      const [darker = 0, brighter = 0] = names
        .map((name) => {
          if (!pen) throw new Error('no canvas')
          pen.fillStyle = style.getPropertyValue(name)
          pen.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) =>
            value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          )
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        })
        .toSorted((one, other) => one - other)
      return (brighter + 0.05) / (darker + 0.05)
    },
    [property, token],
  )
}
