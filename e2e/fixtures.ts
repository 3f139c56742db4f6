import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type Api, createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import type { ReceivedMail } from '#tests/mail-server.ts'
import { readMails } from './mailbox.ts'

type Fixtures = {
  /** The address of the application under test. */
  origin: string
  /** The API of the application, for what a test needs and does not test. */
  api: Api
  /** What the page wrote as an error, or threw; anything left in it at the end of a test fails the test. */
  pageErrors: string[]
  /** Takes what a test provoked out of `pageErrors`: at least one line, and none but these. */
  expectErrors: (allowed: RegExp) => void
  /** Opens a page in a browser of its own, as another person would. */
  another: () => Promise<Page>
  /** Makes an account and signs this browser in to it without the form. */
  signIn: (fields?: Parameters<typeof buildUser>[1]) => Promise<TestUser>
  /** Waits until the mail server has so many mails for the address, one unless said, and returns the last. */
  mailTo: (address: string, count?: number) => Promise<ReceivedMail>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  origin: async ({}, use) => {
    await use(setUp('E2E_ORIGIN'))
  },
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
  // biome-ignore lint/correctness/noEmptyPattern: as above
  mailTo: async ({}, use) => {
    const folder = setUp('E2E_MAILBOX')
    await use(async (address, count = 1) => {
      let mails: ReceivedMail[] = []
      const read = async () => {
        mails = await readMails(folder, address)
        return mails.length
      }
      await expect.poll(read, { timeout: 15_000 }).toBe(count)
      return mails.at(-1) as ReceivedMail
    })
  },
})

export const { expect } = base

/**
 * Tests against an application of their own, one for each worker. `run` starts what the tests need, hands over its address
 * with whatever else they ask of it, and ends it when they are through.
 */
export function testOn<Site extends { origin: string }>(
  run: (use: (site: Site) => Promise<void>) => Promise<void>,
): ReturnType<typeof test.extend<object, { site: Site }>> {
  return test.extend<object, { site: Site }>({
    // biome-ignore lint/correctness/noEmptyPattern: as above
    site: [async ({}, use) => run(use), { scope: 'worker' }],
    origin: async ({ site }, use) => use(site.origin),
  })
}

/** What e2e/server.ts left behind. */
function setUp(name: 'E2E_ORIGIN' | 'E2E_MAILBOX'): string {
  const value = process.env[name]
  if (!value) throw new Error('The application was not started: see e2e/server.ts.')
  return value
}

function collectErrors(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint) errors.push(`${message.text()} (${message.location().url})`)
  })
}
