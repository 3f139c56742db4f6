import { defineConfig } from '@playwright/test'
import { PHONE, WIDE } from './e2e/windows.ts'
import { browserArgs, findBrowser } from './scripts/programs/browser.ts'

const executablePath = findBrowser()
/** Tests with a site of their own, or with other programs beside it. */
const OWN_SITE = '**/*.long.spec.ts'

/**
 * Browser tests of the built application, as `e2e/<name>.spec.ts`. `npm test -- browser` installs what they need. The files
 * above, and tests tagged '@long' (long, or of what a journey or a cheaper tier shows too), belong to `npm run test:long`.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: '.tmp/reports/playwright.json' }]],
  // A busy machine is slow, not wrong: beside the other tests a picture may wait half a minute for its turn of the processor.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // Each has an application of its own. A file's tests stay together. Some only wait, so two would leave a core idle.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // It would answer in place of the site, and of the tests' own routes; e2e/installed.spec.ts tests it.
    serviceWorkers: 'block',
    // What cannot succeed fails long before the whole test does.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Tracing every action doubles the duration of the tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...browserArgs],
      // Chromium names downloads in the encoding of the system, which has Korean letters only in UTF-8.
      env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
    },
  },
  projects: [
    { name: 'long', testMatch: OWN_SITE },
    // Tests that do not depend on the window's width run at one of the two.
    { name: '360', testIgnore: OWN_SITE, grepInvert: /@wide|@long/, use: PHONE },
    { name: '1280', testIgnore: OWN_SITE, grepInvert: /@narrow|@long/, use: WIDE },
    { name: 'long 360', testIgnore: OWN_SITE, grep: /@long/, grepInvert: /@wide/, use: PHONE },
    { name: 'long 1280', testIgnore: OWN_SITE, grep: /@long/, grepInvert: /@narrow/, use: WIDE },
  ],
})
