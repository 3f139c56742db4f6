import { serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite({ env: { NODE_ENV: 'production' } })

/**
 * Audits of the GraphQL over HTTP specification, with the optional ones. GET answers 405, because links could log
 * people in by it (threat 29).
 */
const audits = serverAudits({ url: () => site.config.publicOrigin + apiPaths.graphql })
const posted = audits.filter(({ name }) => !/\bGETs?\b/.test(name))

test('four audits of the package are about GET, and 57 about POST', () => {
  expect(posted.length).toBe(57)
  expect(audits.length - posted.length).toBe(4)
})

test.each(posted)('$id: $name', async ({ fn }) => {
  const result = await fn()
  expect({ ...result, response: undefined }).toMatchObject({ status: 'ok' })
})
