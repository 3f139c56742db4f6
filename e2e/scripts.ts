import type { Page } from '@playwright/test'

/** Keeps every script of the page from arriving until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await released
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  return release
}
