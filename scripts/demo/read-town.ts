import { globSync, readFileSync } from 'node:fs'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'
import { pictureLooks } from './looks.ts'

/** All that `npm run demo` puts into an empty site. */
export type Town = Readonly<{
  people: readonly { username: string; image: string | null; about: string }[]
  /** Oldest first. */
  posts: readonly DemoPost[]
  comments: readonly DemoComment[]
  collections: readonly DemoCollection[]
}>

/** `images` are files of demo/img, each with the number of its look (`looks.ts`). */
export type DemoPost = Readonly<{
  author: string
  images: readonly string[]
  /** Approximate share of people who like it. */
  popularity: number
}> &
  Omit<MutationAddPostArgs, 'images' | 'image'>

type Words = Readonly<{ author: string; text: string }>

export type DemoComment = Words & Readonly<{ post: string; replies?: readonly Words[] }>

/** A post by its title, or a shop of public data by its name and address; `hearts` of these people. */
export type DemoEntry = Readonly<{ note: string; hearts?: readonly string[] }> &
  (Readonly<{ post: string; shop?: never }> | Readonly<{ post?: never; shop: string; address: string }>)

/** A plan is for the next Saturday. */
export type DemoCollection = Readonly<{
  owner: string
  name: string
  about: string
  visibility: 'private' | 'link' | 'public'
  plan?: Readonly<{ time: string; from: { name: string; lat: number; lng: number } }>
  entries: readonly DemoEntry[]
}>

export const demoFolder = new URL('../../demo/', import.meta.url)

export function readTown(): Town {
  const cities = globSync('posts/*.json', { cwd: demoFolder }).map((name) => read<DemoPost[]>(name))
  return {
    people: read('people.json'),
    posts: varied(apart(mix(cities))),
    comments: read('comments.json'),
    collections: read('collections.json'),
  }
}

/** Merges lists evenly, keeping the order of each. */
function mix<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Posts visible at once on a wide screen. */
const IN_VIEW = 5

/** Moves posts down whose dish was shown just above. */
function apart(posts: readonly DemoPost[]): DemoPost[] {
  // Posts still to be placed; the last one is the next.
  const waiting = posts.toReversed()
  const placed: DemoPost[] = []
  while (waiting.length > 0) {
    const shown = placed.slice(-IN_VIEW).map(({ images }) => images[0])
    const next = waiting.findIndex((post) => post.images.length === 0 || !shown.includes(post.images[0]))
    placed.push(...waiting.splice(Math.max(0, next), 1))
  }
  return placed.toReversed()
}

/** Gives each repetition of a dish another look. */
function varied(posts: readonly DemoPost[]): DemoPost[] {
  const used = new Map<string, number>()
  const look = (file: string) => {
    const times = used.get(file) ?? 0
    used.set(file, times + 1)
    return `${file} ${times % pictureLooks.length}`
  }
  return posts.map((post) => ({ ...post, images: post.images.map(look) }))
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, demoFolder), 'utf8')) as T
}
