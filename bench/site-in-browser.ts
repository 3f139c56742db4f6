import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { ensureBrowser } from '../scripts/browser.ts'
import { startServer } from './server-process.ts'

/** An empty site at its own port, and a browser to visit it. */
export type SiteInBrowser = Readonly<{ origin: string; browser: Browser; close: () => Promise<void> }>

/** Starts both; `close` ends them and deletes the site's data. */
export async function openSiteInBrowser(port: number): Promise<SiteInBrowser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-bench-'))
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' } as Record<string, string>
  const server = await startServer(['server/main.ts'], env)
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const close = async () => {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin: server.origin, browser, close }
}
