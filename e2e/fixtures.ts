import { type BrowserContext, test as base, type Page } from '@playwright/test'
import pg from 'pg'
import { type Api, createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '#tests/mail-server.ts'
import { unlimited } from '#tests/unlimited.ts'
import { type RunningApp, startApp } from './running-app.ts'

/** Time for an application to start; it does not count towards a test's own time. */
const STARTS_MS = 120_000

/** Fixtures that a worker starts once for all its tests. */
type WorkerFixtures = {
  app: RunningApp
  mailServer: MailServer
}

type Fixtures = {
  /** The origin of the tested application. */
  origin: string
  /** The API of the application, for the set-up of a test. */
  api: Api
  /** Errors that the page logged or threw; any left at the end of a test fail it. */
  pageErrors: string[]
  /** Removes expected errors from `pageErrors`: at least one line, and only these. */
  expectErrors: (allowed: RegExp) => void
  /** Opens a page in another browser, as another person would. */
  another: () => Promise<Page>
  /** Makes an account and signs this browser in without the form. */
  signIn: (fields?: Parameters<typeof buildUser>[1]) => Promise<TestUser>
  /** Runs a statement in the application's database, for effects of time or of the queue. */
  runSql: (statement: string, values?: readonly unknown[]) => Promise<void>
  /** Waits for the given number of mails to the address, one by default, and returns the last. */
  mailTo: (address: string, count?: number) => Promise<ReceivedMail>
}

/**
 * Tests against an application that each worker has for itself: what a test posts is the newest, and nobody else's
 * posts come in between.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const mailServer = await startMailServer()
      await use(mailServer)
      await mailServer.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mailServer }, use) => {
      const settings = {
        SMTP_URL: mailServer.url,
        NOTICE_SECONDS: '0',
        VERIFY_EMAIL: 'off',
        BUNDLED_PLACES: 'off',
        CONTACT: 'help@matnanum.kr',
        ...unlimited,
      }
      const app = await startApp('e2e', settings)
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: STARTS_MS },
  ],
  origin: async ({ app }, use) => use(app.origin),
  baseURL: async ({ origin }, use) => use(origin),
  api: async ({ origin }, use) => use(createApi(origin)),
  pageErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      collectErrors(context, errors)
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  expectErrors: async ({ pageErrors }, use) => {
    await use((allowed) => {
      expect(pageErrors.length).toBeGreaterThan(0)
      expect(pageErrors.filter((line) => !allowed.test(line))).toEqual([])
      pageErrors.length = 0
    })
  },
  another: async ({ browser, contextOptions, pageErrors, origin }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: origin })
      contexts.push(context)
      collectErrors(context, pageErrors)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  signIn: async ({ context, api, origin }, use) => {
    await use(async (fields) => {
      const user = await buildUser(api, fields)
      await context.addCookies([...user.client.cookies].map(([name, value]) => ({ name, value, url: origin })))
      return user
    })
  },
  runSql: async ({ app }, use) => {
    const client = new pg.Client(app.data.DATABASE_URL)
    await client.connect()
    await use(async (statement, values = []) => void (await client.query(statement, [...values])))
    await client.end()
  },
  mailTo: async ({ mailServer }, use) => {
    await use(async (address, count = 1) => {
      const mails = () => mailServer.received.filter(({ to }) => to.includes(address))
      await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(count)
      return mails().at(-1) as ReceivedMail
    })
  },
})

export const { expect } = base

/**
 * Tests against an application of their own, one for all tests of the file. `run` starts what the tests need, passes
 * `use` its origin with whatever else they ask of it, and ends it when `use` resolves.
 */
export function testOn<Site extends { origin: string }>(
  run: (use: (site: Site) => Promise<void>) => Promise<void>,
): ReturnType<typeof test.extend<{ site: Site }>> {
  // This is no fixture of the worker, because Playwright starts another worker, with another browser, for each of those.
  let running: Promise<Running<Site>> | undefined
  const own = test.extend<{ site: Site }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: as above
      async ({}, use) => {
        running ??= start(run)
        await use((await running).site)
      },
      { timeout: STARTS_MS },
    ],
    origin: async ({ site }, use) => use(site.origin),
  })
  own.afterAll(async () => {
    await (await running)?.stop()
    running = undefined
  })
  return own
}

type Running<Site> = { site: Site; stop: () => Promise<void> }

/** Resolves once `run` has handed over its site. */
function start<Site>(run: (use: (site: Site) => Promise<void>) => Promise<void>): Promise<Running<Site>> {
  const ending = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    const ended = run((site) => {
      const stop = () => {
        ending.resolve()
        return ended
      }
      resolve({ site, stop })
      return ending.promise
    })
    ended.catch(reject)
  })
}

/**
 * Warnings that are no faults of a page: tests block the service worker, and Chromium's time for a preloaded picture may be
 * over on a busy machine. pages.spec.ts tests what is preloaded.
 */
const IGNORED = /Service Worker registration blocked|was preloaded using link preload but not used/

function collectErrors(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !IGNORED.test(message.text())) errors.push(`${message.text()} (${message.location().url})`)
  })
}
