import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { commentSchema } from '#rules/comment.ts'
import { postSchema } from '#rules/post.ts'
import { parseRoads } from '#server/product/places/bundle/load-bundle.ts'
import { decodePolyline, project } from '#server/product/places/roads/geometry.ts'
import { pictureLooks } from './looks.ts'
import { findBundledShop } from './make-collection.ts'
import { demoFolder, readTown } from './read-town.ts'

const town = readTown()
const provinces = { 서울: '서울특별시', 부산: '부산광역시', 제주: '제주특별자치도', 전북: '전북특별자치도' }

/** A door is 12 m beside the middle of its road; positions have five digits. */
const ROADSIDE = 20

test('a town of 40 people who wrote 250 posts about more than 200 places of four cities', () => {
  expect(town.people).toHaveLength(40)
  expect(town.posts).toHaveLength(250)
  expect(new Set(town.posts.map(({ author }) => author)).size).toBe(40)
  expect(new Set(town.posts.map(({ title }) => title)).size).toBe(250)
  expect(new Set(town.posts.map(({ contents }) => contents)).size).toBe(250)
  const byPlace = [...Map.groupBy(town.posts, ({ place_name, address }) => `${place_name} ${address}`).values()]
  expect(byPlace.length).toBeGreaterThan(200)
  expect(byPlace.filter((posts) => new Set(posts.map(({ author }) => author)).size > 1).length).toBeGreaterThan(15)
  const cities = Map.groupBy(town.posts, ({ address }) => address?.split(' ')[0])
  expect([...cities.keys()].sort()).toEqual(Object.keys(provinces).sort())
  expect(Math.min(...[...cities.values()].map((posts) => posts.length))).toBeGreaterThan(30)
})

test('posts, comments and collections keep the rules and name what is there', () => {
  const names = new Set(town.people.map(({ username }) => username))
  const titles = new Set(town.posts.map(({ title }) => title))
  for (const post of town.posts) v.parse(postSchema, post)
  const replies = town.comments.flatMap((comment) => comment.replies ?? [])
  for (const comment of [...town.comments, ...replies]) v.parse(commentSchema, comment)
  const authors = [...town.posts, ...town.comments, ...replies].map(({ author }) => author)
  const owners = town.collections.map(({ owner }) => owner)
  const entries = town.collections.flatMap((collection) => collection.entries)
  const hearts = entries.flatMap((entry) => entry.hearts ?? [])
  expect([...authors, ...owners, ...hearts].filter((name) => !names.has(name))).toEqual([])
  const shops = entries.flatMap((entry) => (entry.shop === undefined ? [] : entry))
  expect(shops.filter((entry) => findBundledShop(entry) === null)).toEqual([])
  const named = [...town.comments, ...entries].flatMap(({ post }) => post ?? [])
  expect(named.filter((post) => !titles.has(post))).toEqual([])
  // Content of the newer features: replies, a plan and a shop.
  expect([replies.length, hearts.length, shops.length].every((count) => count > 0)).toBe(true)
  expect(town.collections.filter(({ plan }) => plan).map(({ visibility }) => visibility)).not.toContain('private')
})

test('some pictures are upright, and some posts have several', () => {
  const lists = town.posts.map(({ images }) => images)
  const files = lists.flat().map((name) => name.split(' ')[0] ?? '')
  expect(files.filter((file) => !existsSync(new URL(`img/${file}`, demoFolder)))).toEqual([])
  expect(lists.filter(([first]) => pictureLooks[Number(first?.split(' ')[1])]?.upright).length).toBeGreaterThan(50)
  expect(lists.filter((images) => images.length > 1).length).toBeGreaterThan(15)
  expect(lists.filter((images) => images.length === 0).length).toBeGreaterThan(10)
})

test('the same dish is not shown again soon, and then it looks different', () => {
  // The oldest are what is left over.
  const firsts = town.posts.slice(20).map(({ images }) => images[0] ?? '')
  const dishes = firsts.map((name) => name.split(' ')[0])
  const again = dishes.filter((dish, index) => dish && dishes.slice(Math.max(0, index - 4), index).includes(dish))
  expect(again).toEqual([])
  const soon = firsts.filter((name, index) => name && firsts.slice(Math.max(0, index - 15), index).includes(name))
  expect(soon).toEqual([])
})

test('each post lies beside the road of its address', () => {
  const text = gunzipSync(readFileSync(new URL('../korea/roads.tsv.gz', demoFolder))).toString()
  const roads = Map.groupBy(parseRoads(text), ({ name }) => name)
  const away = ({ address, lat, lng }: (typeof town.posts)[number]) => {
    const words = (address ?? '').split(' ')
    const province = provinces[words[0] as keyof typeof provinces]
    const areas = words.filter((word) => /[시군구]$/.test(word)).join(' ')
    const lines = (roads.get(words.at(-2) ?? '') ?? [])
      .filter(({ districts }) => districts.includes(`${province} ${areas}`))
      .map(({ line }) => project(decodePolyline(line), { lat: lat ?? 0, lng: lng ?? 0 }).away)
    return Math.min(...lines)
  }
  expect(town.posts.filter((post) => away(post) > ROADSIDE).map(({ address }) => address)).toEqual([])
})
