import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { inlineScriptsPlugin, koreaMapPlugin } from './scripts/build/virtual-modules.ts'
import { browserArgs, findBrowser } from './scripts/programs/browser.ts'
import { css } from './vite.config.ts'

const executablePath = findBrowser()

/**
 * Tests are beside what they test, as `<name>.test.ts`. The folder decides what a test may use: in rules/, web/ and
 * scripts/ it is a unit test; in server/ and tests/ it may use a real database with `freshDatabase()`. One that starts
 * other programs or many processes, goes through all operations or screens, or takes long, is `<name>.long.test.ts` and runs in
 * `npm run test:long`. A screen in Chromium, with the API answered by the test, is `<name>.screen.test.tsx`, or
 * `<name>.long.screen.test.tsx` (tests/screens/open-screen.tsx).
 */
const shared = {
  setupFiles: ['tests/no-console.ts'],
  restoreMocks: true,
  environment: 'node' as const,
  // Generous, because a machine may be busy; nothing waits longer than needed.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}
const withDatabase = {
  ...shared,
  globalSetup: ['tests/global-setup.ts'],
  expect: { poll: { timeout: 30_000, interval: 20 } },
}
const long = {
  ...withDatabase,
  // A busy machine starts a site in half a minute.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
}
const SCREENS = '{web,tests}/**/*.screen.test.tsx'
const LONG_SCREENS = '{web,tests}/**/*.long.screen.test.tsx'
const LONG = '{server,tests,scripts}/**/*.long.test.ts'
/** Its many connections get no answer in time beside other tests. */
const ALONE = 'tests/faults/crowded.long.test.ts'

/** A screen in Chromium, with the API answered by the test. */
function screens(name: string, include: string, ...exclude: string[]) {
  return {
    plugins: [react(), koreaMapPlugin(), inlineScriptsPlugin()],
    css,
    publicDir: 'web/public',
    test: {
      ...shared,
      name,
      include: [include],
      exclude,
      expect: { poll: { timeout: 15_000, interval: 20 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // Vitest's own page has styles, which win over the site's.
        testerHtmlPath: 'tests/screens/page.html',
        locators: { exact: false },
        provider: playwright({
          launchOptions: { ...(executablePath && { executablePath }), args: [...browserArgs] },
          contextOptions: { locale: 'ko-KR', timezoneId: 'Asia/Seoul', reducedMotion: 'reduce' },
          actionTimeout: 15_000,
        }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  }
}

export default defineConfig({
  test: {
    // Each waits a good part of its time.
    maxWorkers: 3,
    // Modules are loaded once per worker instead of once per file, which halves the CPU time of the tests. None keeps
    // what one test could leave for another.
    isolate: false,
    projects: [
      {
        plugins: [koreaMapPlugin(), inlineScriptsPlugin()],
        test: {
          ...shared,
          name: 'unit',
          // A rendered page has the address of its style sheet.
          css: { include: /\?url$/ },
          include: ['{rules,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: [SCREENS, LONG],
        },
      },
      screens('screens', SCREENS, LONG_SCREENS),
      screens('long screens', LONG_SCREENS),
      {
        test: { ...withDatabase, name: 'integration', include: ['{server,tests}/**/*.test.ts'], exclude: [LONG] },
      },
      // Of tools that run once a year, so of `npm run test:long`.
      { test: { ...shared, name: 'korea', include: ['korea/**/*.test.ts'] } },
      {
        test: {
          ...long,
          name: 'long',
          include: [LONG],
          exclude: [ALONE],
          env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '150' },
        },
      },
      { test: { ...long, name: 'alone', include: [ALONE] } },
    ],
  },
})
