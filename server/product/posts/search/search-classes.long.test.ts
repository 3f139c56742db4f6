import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { answerPosts, wantedShare, writeWorld } from '#tests/search/answer-posts.ts'
import { unlimited } from '#tests/unlimited.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ places: true, env: unlimited })
})

afterAll(() => site.close())

test('of each class of keywords as many as wanted find the meant post first', async () => {
  const classes = await answerPosts(site, await writeWorld(site))
  for (const { kind, share, others } of classes)
    expect.soft(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(wantedShare(kind))
})
