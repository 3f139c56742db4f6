import { expect, test } from 'vitest'
import { scoreCases } from '#tests/answer-cases.ts'
import { ownPostSite } from '#tests/post-site.ts'
import { scoreNameCases } from '#tests/search/answer-names.ts'
import { type ClassScore, scorePostCases, wantedShare, writeWorld } from '#tests/search/answer-posts.ts'
import { independentNameCases } from '#tests/search/judge-name-cases.ts'
import { independentPostCases } from '#tests/search/judge-post-cases.ts'
import { independentPosts } from '#tests/search/judge-posts.ts'
import { moreNameCases, morePostCases } from '#tests/search/more-cases.ts'
import { morePosts } from '#tests/search/more-posts.ts'
import { nameCases } from '#tests/search/name-cases.ts'
import { postCases } from '#tests/search/post-cases.ts'
import { worldPosts } from '#tests/search/posts.ts'
import { unlimited } from '#tests/unlimited.ts'
import { getNameIndex } from '../../places/names/known-names.ts'

const options = { places: true, env: unlimited } as const

function expectWanted(classes: readonly ClassScore[]): void {
  for (const { kind, share, others } of classes)
    expect.soft(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(wantedShare(kind))
}

const byAnotherHand = (classes: readonly ClassScore[]) =>
  classes.map((one) => ({ ...one, kind: `${one.kind}, by another hand` }))

const moreCases = (classes: readonly ClassScore[]) => classes.map((one) => ({ ...one, kind: `${one.kind}, more` }))

// The classes in the meta are read by bench/search.bench.ts.
test('of each class of keywords as many as wanted find the meant post first', async ({ task }) => {
  const site = await ownPostSite(options)
  const classes = await scorePostCases(site, await writeWorld(site, worldPosts), postCases)
  Object.assign(task.meta, { classes })
  expectWanted(classes)
})

test('of each class of keywords by another hand as many as wanted find the meant post first', async ({ task }) => {
  const site = await ownPostSite(options)
  const posts = await writeWorld(site, [...worldPosts, ...independentPosts])
  const classes = byAnotherHand(await scorePostCases(site, posts, independentPostCases))
  Object.assign(task.meta, { classes })
  expectWanted(classes)
})

test('of each class that was weakest as many as wanted find the meant post first', async ({ task }) => {
  const site = await ownPostSite(options)
  const posts = await writeWorld(site, [...worldPosts, ...independentPosts, ...morePosts])
  const classes = moreCases(await scorePostCases(site, posts, morePostCases))
  Object.assign(task.meta, { classes })
  expectWanted(classes)
})

test('of each class of names as many as wanted are read as meant', async ({ task }) => {
  const { db } = await ownPostSite(options)
  const names = await getNameIndex(db)
  const others = byAnotherHand(scoreNameCases(names, independentNameCases))
  const more = moreCases(scoreNameCases(names, moreNameCases))
  const classes = [...scoreNameCases(names, nameCases), ...scoreCases(names), ...others, ...more]
  Object.assign(task.meta, { classes })
  expectWanted(classes)
})
