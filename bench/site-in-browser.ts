import { type Browser, chromium } from '@playwright/test'
import { ensureBrowser } from '../scripts/programs/browser.ts'
import { startSite } from './server-process.ts'

/** An empty site at its own port, and a browser to visit it. */
export type SiteInBrowser = Readonly<{ origin: string; browser: Browser; close: () => Promise<void> }>

/**
 * Starts the site and the browser; `close` ends them and deletes the site's data.
 * @param changes settings that differ from those of production
 */
export async function openSiteInBrowser(
  port: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<SiteInBrowser> {
  const server = await startSite({ port, changes })
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const close = async () => {
    await browser.close()
    await server.stop()
  }
  return { origin: server.origin, browser, close }
}
