import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoodKind, PlaceTrait, PriceRange } from '#contract/schema.gen.ts'
import { factBits, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { wantedFacts } from './list-filter.ts'

type Facts = { kind?: FoodKind; price?: PriceRange; traits?: PlaceTrait[] }
type Wanted = { kind?: FoodKind[]; price?: PriceRange[]; traits?: PlaceTrait[] }

const here = { lat: 33.5, lng: 126.5 }
const view = { south: 33, north: 34, west: 126, east: 127, zoom: 12 }

const told: Record<string, Facts> = {
  nothing: {},
  'korean cheap alone': { kind: 'korean', price: 'under_1', traits: ['solo', 'takeout'] },
  'korean dear parking': { kind: 'korean', price: 'over_5', traits: ['parking'] },
  'cafe alone parking': { kind: 'cafe', price: 'under_1', traits: ['solo', 'parking'] },
  'other kids': { kind: 'other', traits: ['kids'] },
  'price only': { price: 'from_2_to_3' },
}

const site = await openPostSite({ env: unlimited })
let author: Person

beforeAll(async () => {
  await sql`insert into areas (id, parent_id, path, address, lat, lng) overriding system value
    values (1, null, '{1}', '제주특별자치도', 33.4, 126.5)`.execute(site.db)
  await sql`insert into area_names (address, name, area_id) values ('제주특별자치도', '제주특별자치도', 1)`.execute(
    site.db,
  )
})

beforeEach(async () => {
  await site.db.deleteFrom('posts').execute()
  author = await site.person()
  for (const [title, facts] of Object.entries(told)) {
    const id = await site.post({ author, title, contents: '국밥', address: '제주특별자치도', ...here, ...facts })
    await site.api.as(author).savePost({ post: id, list: 'want', saved: true })
  }
})

async function shown(wanted: Wanted): Promise<Record<string, string[]>> {
  const api = site.api.as(author)
  const lists: Record<string, { data: { title: string }[] }> = {}
  for (const filter of ['latest', 'popular', 'order', 'near']) {
    const args = { filter, ...here, ...wanted }
    lists[filter] = await api.getPosts(args)
    lists[`search ${filter}`] = await api.getSearchPosts({ keyword: '국밥', ...args })
    lists[`area ${filter}`] = await api.getPosts({ area: '제주', ...args })
    if (filter === 'near') continue
    lists[`own ${filter}`] = await api.getPosts({ user_id: author.handle, filter, ...wanted })
    lists[`map ${filter}`] = await api.getMapPosts({ ...view, filter, ...wanted })
    lists[`map with a word ${filter}`] = await api.getMapPosts({ ...view, filter, keyword: '국밥', ...wanted })
  }
  lists.relevance = await api.getSearchPosts({ keyword: '국밥', ...wanted })
  lists.saved = await api.getSavedPosts({ list: 'want', ...wanted })
  lists['saved near'] = await api.getSavedPosts({ list: 'want', sort: 'near', ...here, ...wanted })
  lists['saved with a word'] = await api.getSavedPosts({ list: 'want', keyword: '국밥', ...wanted })
  lists.pins = {
    data: (await api.getSavedPins({ list: 'want', ...wanted })).map(({ title }) => ({ title: title ?? '' })),
  }
  lists.written = await api.getSavedPosts({ list: 'written', ...wanted })
  return Object.fromEntries(
    Object.entries(lists).map(([name, { data }]) => [name, data.map(({ title }) => title).sort()]),
  )
}

test.each<[string, Wanted, string[]]>([
  ['one of the kinds', { kind: ['korean', 'other'] }, ['korean cheap alone', 'korean dear parking', 'other kids']],
  [
    'one of the prices',
    { price: ['under_1', 'from_2_to_3'] },
    ['cafe alone parking', 'korean cheap alone', 'price only'],
  ],
  ['all of the traits', { traits: ['solo', 'parking'] }, ['cafe alone parking']],
  ['all three', { kind: ['korean'], price: ['under_1'], traits: ['takeout'] }, ['korean cheap alone']],
  ['nothing in common', { kind: ['cafe'], price: ['over_5'] }, []],
  ['empty lists, which ask for nothing', { kind: [], price: [], traits: [] }, Object.keys(told).sort()],
])('every list has the posts that tell %s', async (_, wanted, titles) => {
  for (const [list, found] of Object.entries(await shown(wanted))) expect([list, found]).toEqual([list, titles])
})

test('each kind, price and trait is stored as a bit of its own', async () => {
  expect(new Set(Object.values(factBits)).size).toBe(Object.keys(factBits).length)
  expect(Math.max(...Object.values(factBits))).toBeLessThanOrEqual(30)
  const all: Facts[] = [
    ...(Object.keys(foodKinds) as FoodKind[]).map((kind) => ({ kind })),
    ...(Object.keys(priceRanges) as PriceRange[]).map((price) => ({ price })),
    ...(Object.keys(placeTraits) as PlaceTrait[]).map((trait) => ({ traits: [trait] })),
  ]
  const stored: unknown[] = []
  for (const facts of all) {
    const id = await site.post({ author, ...facts })
    const { rows } = await sql`select facts from posts where id = ${id}`.execute(site.db)
    stored.push(rows[0])
    await site.api.as(author).deletePost({ id })
  }
  expect(stored).toEqual(
    all.map(({ kind, price, traits = [] }) => ({
      facts: wantedFacts({ kind: kind ? [kind] : [], price: price ? [price] : [], traits }),
    })),
  )
})

test('a post whose facts are changed enters and leaves the lists', async () => {
  const fields = { title: '바꾼 집', contents: '국밥', address: '제주특별자치도', ...here }
  const id = await site.post({ author, ...fields })
  const lists = async () =>
    Object.entries(await shown({ kind: ['seafood'] })).flatMap(([list, titles]) =>
      titles.includes('바꾼 집') ? [list] : [],
    )
  expect(await lists()).toEqual([])
  await site.api.as(author).editPost({ id, ...fields, kind: 'seafood' })
  const all = Object.keys(await shown({ kind: ['seafood'] }))
  // The author has not kept the post.
  expect(await lists()).toEqual(all.filter((list) => !/saved|pins/.test(list)))
  await site.api.as(author).editPost({ id, ...fields })
  expect(await lists()).toEqual([])
  await site.api.as(author).deletePost({ id })
})

test('numbers heed the filter: of a list, an area and a map', async () => {
  const api = site.api.as(author)
  const wanted = { kind: ['korean' as const] }
  for (let n = 0; n < 10; n++)
    await site.post({ author, title: `양식 ${n}`, address: '제주특별자치도', ...here, kind: 'western' })
  expect((await api.getPosts({ area: '제주' })).pageCount).toBe(2)
  expect((await api.getPosts({ area: '제주', ...wanted })).pageCount).toBe(1)
  expect((await api.getPosts(wanted)).pageCount).toBe(1)
  expect((await api.getPosts({ ...wanted, filter: 'near', ...here })).pageCount).toBe(1)
  const { count, clusters } = await api.getMapPosts({ ...view, ...wanted })
  expect([count, clusters.map((cluster) => cluster.count)]).toEqual([2, [2]])
})

describe('cursors', () => {
  test('lead on among the posts with a kind, and are refused with another one', async () => {
    const api = site.api.as(author)
    for (let n = 0; n < 12; n++) await site.post({ author, title: `술집 ${n}`, kind: 'bar' })
    for (const filter of ['latest', 'popular', 'order']) {
      const args = { filter, kind: ['bar' as const] }
      const first = await api.getPosts(args)
      const second = await api.getPosts({ ...args, cursor: first.nextCursor })
      expect([first, second].map(({ data }) => data.length)).toEqual([10, 2])
      expect(second.nextCursor).toBeNull()
      for (const other of [{ filter }, { filter, kind: ['cafe' as const] }, { ...args, open: true }]) {
        expect((await refusal(api.getPosts({ ...other, cursor: first.nextCursor }))).code).toBe('BAD_USER_INPUT')
      }
    }
  })

  test('what is no kind is refused', async () => {
    expect((await refusal(site.api.getPosts({ kind: ['soup' as FoodKind] }))).code).toBe('BAD_USER_INPUT')
  })
})

test('somebody who is blocked is in no filtered list', async () => {
  const reader = await site.person()
  await site.api.as(reader).blockUser({ handle: author.handle, block: true })
  const api = site.api.as(reader)
  const wanted = { kind: ['korean' as const], ...here }
  for (const filter of ['latest', 'popular', 'order', 'near']) {
    expect((await api.getPosts({ filter, ...wanted })).data).toEqual([])
    expect((await api.getPosts({ filter, area: '제주', ...wanted })).data).toEqual([])
  }
  expect(await api.getMapPosts({ ...view, kind: ['korean'] })).toMatchObject({ count: 0, data: [] })
})
