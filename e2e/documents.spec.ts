import { ownDocuments } from '#contract/documents.gen.ts'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

test('@wide what the pages send is what the server compiles', async ({ page, api, signIn }) => {
  const author = await signIn()
  const id = await buildPost(api, { author })
  const sent = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') sent.add(request.postDataJSON().query)
  })
  await page.goto('/')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('button', { name: /^좋아요/ })
    .first()
    .click()
  await page.goto('/map')
  await expect.poll(() => sent.size).toBeGreaterThan(3)
  expect([...sent].filter((query) => !ownDocuments.has(query))).toEqual([])
  expect(id).toBeTruthy()
})
