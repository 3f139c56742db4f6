import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCases } from '#tests/answer-cases.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { answerNames } from '#tests/search/answer-names.ts'
import { answerPosts, wantedShare, writeWorld } from '#tests/search/answer-posts.ts'
import { unlimited } from '#tests/unlimited.ts'
import { knownNames } from '../../places/names/known-names.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ places: true, env: unlimited })
})

afterAll(() => site.close())

test('of each class of keywords as many as wanted find the meant post first', async ({ task }) => {
  const classes = await answerPosts(site, await writeWorld(site))
  // Read by bench/search.bench.ts.
  Object.assign(task.meta, { classes })
  for (const { kind, share, others } of classes)
    expect.soft(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(wantedShare(kind))
})

test('of each class of names as many as wanted are read as meant', async ({ task }) => {
  const names = await knownNames(site.db)
  const classes = [...answerNames(names), ...answerCases(names)]
  Object.assign(task.meta, { classes })
  for (const { kind, share, others } of classes)
    expect.soft(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(wantedShare(kind))
})
