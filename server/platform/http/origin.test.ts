import { expect, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite({ env: { PUBLIC_ORIGIN: 'https://right.example' } })

const ask = (headers: Record<string, string>) =>
  site.api.fresh().send('POST', apiPaths.graphql, JSON.stringify({ query: '{ getPosts { pageCount } }' }), {
    'content-type': 'application/json',
    ...headers,
  })
const warnings = () => site.logged().match(/"msg":"Requests come from[^"]*"/g) ?? []

test('a wrong PUBLIC_ORIGIN is named in the log once, with the address that people use', async () => {
  for (let i = 0; i < 3; i++) {
    const { status } = await ask({ origin: 'https://people.example', 'sec-fetch-site': 'same-origin' })
    expect(status).toBe(403)
  }
  expect(warnings()).toEqual([
    expect.stringContaining('Requests come from https://people.example, but PUBLIC_ORIGIN is https://right.example'),
  ])
})

test('other sites, and what is no origin, are refused without a line', async () => {
  const before = warnings().length
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: `https://${'a'.repeat(400)}.example`, 'sec-fetch-site': 'same-origin' },
  ]) {
    expect((await ask(headers as Record<string, string>)).status).toBe(403)
  }
  expect(warnings()).toHaveLength(before)
})

test('invented origins do not fill the log', async () => {
  for (let i = 0; i < 20; i++) await ask({ origin: `https://x${i}.example`, 'sec-fetch-site': 'same-origin' })
  expect(warnings()).toHaveLength(3)
})
