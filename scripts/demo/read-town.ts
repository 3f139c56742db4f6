import { globSync, readFileSync } from 'node:fs'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'

export type Town = Readonly<{
  people: readonly { username: string; image: string | null; about: string }[]
  /** Oldest first. */
  posts: readonly DemoPost[]
  comments: readonly { post: string; author: string; text: string }[]
  collections: readonly DemoCollection[]
}>

/** `images` are files of demo/img; one that ends in ' portrait' is cut upright. */
export type DemoPost = Readonly<{
  author: string
  images: readonly string[]
  /** Approximate share of people who like it. */
  popularity: number
}> &
  Omit<MutationAddPostArgs, 'images' | 'image'>

/** Posts are named by their title. */
type DemoCollection = Readonly<{
  owner: string
  name: string
  about: string
  visibility: 'private' | 'link' | 'public'
  entries: readonly { post: string; note: string }[]
}>

export const demoFolder = new URL('../../demo/', import.meta.url)

export function readTown(): Town {
  const cities = globSync('posts/*.json', { cwd: demoFolder }).map((name) => read<DemoPost[]>(name))
  return {
    people: read('people.json'),
    posts: mix(cities),
    comments: read('comments.json'),
    collections: read('collections.json'),
  }
}

/** Each list keeps its order, and is spread evenly over the whole. */
function mix<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, demoFolder), 'utf8')) as T
}
