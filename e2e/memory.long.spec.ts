import { test as base, expect } from '@playwright/test'
import { createApi } from '#tests/api.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { type RunningApp, startApp } from './running-app.ts'

/**
 * Heap of the attacked application, in megabytes. It needs about 80 by itself, so it crashes if an attack makes its
 * caches grow by a few dozen.
 */
const HEAP = 112

// Five thousand requests are work of 25 s on a busy machine.
base.describe.configure({ timeout: 240_000 })

const test = base.extend<{ app: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  app: async ({}, use) => {
    const app = await startApp('e2e-memory', {
      BUNDLED_PLACES: 'off',
      NODE_OPTIONS: `--max-old-space-size=${HEAP} --max-semi-space-size=16`,
    })
    await use(app)
    await app.stop()
  },
})

const texts = ['title', 'contents', 'address', 'place_name', 'username', 'createdAt', 'start_time', 'end_time']
/** Each text twice, the second time under an alias of that length. */
const repeated = (length: number) => texts.map((name) => `${name} ${name.padEnd(length, '_')}: ${name}`).join(' ')

test('two and a half thousand documents of two kilobytes, each sent twice, leave the application as it was', async ({
  app,
}) => {
  const fields = `${repeated(44)} likeUsers l: likeUsers liked k: liked like n: like image_info { width height placeholder }
    i: image_info { width w: width height h: height placeholder p: placeholder }`
  const documents = Array.from(
    { length: 2500 },
    (_, n) => `query q${n} { getPosts { data { id ${fields} } again_______________: data { ${fields} ${fields} } } }`,
  )
  expect(documents[0]?.length).toBeGreaterThan(1900)
  const statuses = await sendAll(
    app.origin,
    documents.flatMap((query) => [query, query]),
  )
  expect([...statuses]).toEqual([[200, 5000]])
})

test('five hundred variants of the largest answers leave the application as it was', async ({ app }) => {
  const api = createApi(app.origin)
  const author = await buildUser(api)
  const words = { title: '가'.repeat(20), contents: '가'.repeat(300), address: '가'.repeat(200) }
  for (let n = 0; n < 10; n++) await buildPost(api, { author, ...words })
  const reads = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: getPosts { data { ${repeated(20)} } }`).join(' ')
  const large = Array.from({ length: 500 }, (_, n) => `query q${n} { ${reads} }`)
  expect([...(await sendAll(app.origin, large))]).toEqual([[200, 500]])

  const names = Array.from({ length: 150 }, (_, n) => `n${n}: contents`).join(' ')
  const larger = Array.from({ length: 500 }, (_, n) => `query q${n} { getPosts { data { ${names} } } }`)
  expect([...(await sendAll(app.origin, larger))]).toEqual([[400, 500]])
})

/**
 * Sends each document once and counts the statuses; a missing response fails. Four at a time, so that on a busy machine
 * their reads do not wait for the database's connections until they are refused.
 */
async function sendAll(origin: string, documents: string[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const waiting = documents.values()
  const send = async () => {
    for (const query of waiting) {
      const reply = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      await reply.arrayBuffer()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 4 }, send))
  return statuses
}
