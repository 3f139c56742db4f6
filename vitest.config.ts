import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { icons, mapAddress, scripts } from './scripts/build/virtual-modules.ts'
import { browserArgs, findBrowser } from './scripts/programs/browser.ts'
import { css } from './vite.config.ts'

const executablePath = findBrowser()

/** In `npm run test:faults`. */
const isLong = process.env.FAULTS_TABLE !== undefined

const SCREENS = '{web,tests}/**/*.screen.test.tsx'

/**
 * Tests are beside what they test, as `<name>.test.ts`. The folder decides what a test may use: in rules/, web/ and
 * scripts/ it is a unit test; in server/ and tests/ it may use a real database with `freshDatabase()`.
 */
const shared = {
  setupFiles: ['tests/no-console.ts'],
  restoreMocks: true,
  environment: 'node' as const,
  // Generous, because a machine may be busy; nothing waits longer than needed.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // As in playwright.config.ts.
  retry: process.env.CI ? 1 : 0,
}

/**
 * As Node resolves it. The package's other copy, for bundlers, would not recognise schemas of the one that graphql-jit
 * uses.
 */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    // PostgreSQL, started applications and the browser tests beside them need the cores too.
    maxWorkers: isLong ? 1 : 2,
    // Modules are loaded once per worker instead of once per file, which halves the CPU time of the tests. None keeps
    // what one test could leave for another.
    isolate: false,
    projects: [
      {
        resolve,
        plugins: [icons()],
        test: { ...shared, name: 'unit', include: ['{rules,web,scripts}/**/*.test.{ts,tsx}'], exclude: [SCREENS] },
      },
      {
        plugins: [react(), mapAddress(), icons(), scripts()],
        css,
        publicDir: 'web/public',
        test: {
          ...shared,
          name: 'screens',
          include: [SCREENS],
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
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'integration',
          // The long ones are of `npm run test:faults`, one after the other.
          include: ['{server,tests}/**/*.test.ts', ...(isLong ? ['tests/faults/*.long.ts'] : [])],
          globalSetup: ['tests/global-setup.ts'],
          expect: { poll: { timeout: 30_000, interval: 20 } },
        },
      },
    ],
  },
})
