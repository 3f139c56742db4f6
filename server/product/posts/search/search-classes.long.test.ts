import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { answerPosts, writeWorld } from '#tests/search/answer-posts.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ places: true, env: unlimited })
})

afterAll(() => site.close())

/** Share of a class that finds the meant post first. */
const WANTED: Readonly<Record<string, number>> = {
  'meals with a place': 0.9,
  'occasions and company with a place': 0.9,
  sentences: 0.85,
}

test('of each class of keywords as many as wanted find the meant post first', async () => {
  const classes = await answerPosts(site, await writeWorld(site))
  if (process.env.OUT)
    writeFileSync(
      process.env.OUT,
      classes
        .map(
          ({ kind, cases, share, others }) =>
            `${kind} ${cases} ${(100 * share).toFixed(1)}\n${others.map((o) => `    ${o}`).join('\n')}`,
        )
        .join('\n'),
    )
  for (const { kind, share, others } of classes)
    expect.soft(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(WANTED[kind] ?? 0.95)
})
