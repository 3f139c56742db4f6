import type { Locator, Page } from '@playwright/test'
import { type RunningApp, startApp } from './running-app.ts'

/** For `testOn`: an application with only the files of korea/, not even loaded into its database. */
export async function drawnMap(use: (app: RunningApp) => Promise<void>): Promise<void> {
  const app = await startApp('e2e-map-drawn', { BUNDLED_PLACES: 'off' })
  await use(app)
  await app.stop()
}

export function mapOf(page: Page): Locator {
  return page.locator('.korea-map')
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}
