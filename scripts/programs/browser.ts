import { chromium } from '@playwright/test'
import { candidatePaths, installDebianPackages, isExecutable, mayInstallPackages } from './debian.ts'
import { runProgram } from './run-program.ts'

/** Debian's Chromium without windows: it needs a third less CPU for the browser tests than the whole browser. */
const SHELL = 'chromium-headless-shell'
/** Names of Chromium's program, the preferred first. */
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const FONTS = ['fonts-noto-cjk', 'fonts-noto-color-emoji']

/** Chromium has no sandbox for root; the other flags keep it from sending requests to other hosts. */
export const browserArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's Chromium (CHROME_PATH, else by its usual names) or the one downloaded by Playwright; null for none. */
export function findBrowser(): string | null {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const candidates = NAMES.flatMap(candidatePaths)
  return [...candidates, MAC, chromium.executablePath()].find(isExecutable) ?? null
}

/**
 * Installs a working Chromium and Korean fonts if the machine has none: Debian's packages where permitted, else
 * Playwright's own download.
 * @throws with one sentence when neither is possible.
 */
export async function ensureBrowser(): Promise<string> {
  if (mayInstallPackages()) {
    const hasShell = Boolean(process.env.CHROME_PATH) || candidatePaths(SHELL).some(isExecutable)
    const missing = [...(hasShell ? [] : [SHELL]), ...((await hasKoreanFonts()) ? [] : FONTS)]
    if (missing.length > 0) await installDebianPackages(missing)
    // Older releases of Debian have no headless shell.
    if (!findBrowser()) await installDebianPackages(['chromium', ...FONTS])
  }
  if (!findBrowser()) await download()
  const browser = findBrowser()
  if (browser && (await runProgram(browser, ['--version'])).code === 0) {
    if (!(await hasKoreanFonts())) console.error(`This machine has no Korean font; pictures of pages need ${FONTS[0]}.`)
    return browser
  }
  throw new Error(
    browser
      ? `${browser} does not start; set CHROME_PATH to a Chromium or Chrome that does.`
      : 'no Chromium found, and none could be installed: install one, or set CHROME_PATH.',
  )
}

async function download(): Promise<void> {
  console.error('Downloading a Chromium for the browser tests …')
  const { code, output } = await runProgram('playwright', ['install', 'chromium'])
  if (code !== 0) console.error(output.split('\n').slice(-5).join('\n'))
}

async function hasKoreanFonts(): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const { code, output } = await runProgram('fc-list', [':lang=ko', 'family'])
  return code === 0 && output !== ''
}
