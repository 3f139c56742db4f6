import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'

type Fixtures = {
  /** The address of the application under test. */
  origin: string
  /** What the page wrote as an error, or threw; anything left in it at the end of a test fails the test. */
  pageErrors: string[]
  /** Opens a page in a browser of its own, as another person would. */
  another: () => Promise<Page>
  /** Makes an account and signs this browser in to it without the form. */
  signIn: (fields?: Parameters<typeof buildUser>[1]) => Promise<TestUser>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  origin: async ({}, use) => {
    const origin = process.env.E2E_ORIGIN
    if (!origin) throw new Error('The application was not started: see e2e/server.ts.')
    await use(origin)
  },
  baseURL: async ({ origin }, use) => use(origin),
  pageErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      collectErrors(context, errors)
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
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
  signIn: async ({ context, origin }, use) => {
    await use(async (fields) => {
      const user = await buildUser(createApi(origin), fields)
      await context.addCookies([...user.client.cookies].map(([name, value]) => ({ name, value, url: origin })))
      return user
    })
  },
})

export const { expect } = base

function collectErrors(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint) errors.push(`${message.text()} (${message.location().url})`)
  })
}
