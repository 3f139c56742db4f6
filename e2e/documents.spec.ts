import { ownDocuments } from '#contract/documents.gen.ts'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { openUntilShown, waitForHydration } from './scripts.ts'

test('@wide @long the documents sent by pages are those compiled by the server', async ({ page, api, signIn }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author })
  const sent = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') sent.add(request.postDataJSON().query)
  })
  const newest = page.getByRole('article').first().getByRole('heading').locator(`a[href="/post/${id}"]`)
  await openUntilShown(page, '/', newest)
  await waitForHydration(page)
  await newest.click()
  await expect(page.getByRole('heading', { level: 1, name: '을밀대' })).toBeVisible()
  await expect(page).toHaveURL(`/post/${id}`)
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
  await page.goto('/map')
  await expect.poll(() => sent.size).toBeGreaterThan(3)
  expect([...sent].filter((query) => !ownDocuments.has(query))).toEqual([])
})
