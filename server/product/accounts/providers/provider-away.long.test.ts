import { expect, test } from 'vitest'
import { goTo, openProviderSite, signInAtProvider } from '#tests/provider-site.ts'

const site = await openProviderSite()
const { provider } = site

test('while a provider hangs, the site answers, and a crowd at the return is refused before it asks', async () => {
  provider.lies = { hangs: '/oauth/token' }
  const browsers = Array.from({ length: 70 }, () => site.api.fresh())
  const paths = await Promise.all(browsers.map((browser) => signInAtProvider(browser)))
  const asked = provider.asked.filter((path) => path === '/oauth/token').length
  const pages = Promise.all(browsers.map((browser, index) => goTo(browser, paths[index] ?? '')))
  expect(await site.api.fresh().getPosts({ pageParam: 1 })).toBeDefined()
  const results = (await pages).map((page) => page.split('result=')[1])
  expect(new Set(results)).toEqual(new Set(['away']))
  // Four of a network at once, each for four seconds; who waits longer than eight is refused.
  expect(provider.asked.filter((path) => path === '/oauth/token').length - asked).toBeLessThanOrEqual(16)
})
