import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type FoodKind, factBits, type PlaceTrait, type PriceRange } from '#rules/food-kinds.ts'
import { addressWords } from '#server/product/places/address.ts'
import type { PostSite } from '../post-site.ts'
import type { WorldPost } from './posts.ts'
import type { SearchCase } from './read-cases.ts'

type Rows = { rows: (string | number)[][] }

function readBundle(name: string): Rows['rows'] {
  const bytes = readFileSync(new URL(`../../korea/${name}.json.gz`, import.meta.url))
  return (JSON.parse(gunzipSync(bytes).toString()) as Rows).rows
}

type Position = { lat: number; lng: number }

/** Positions of areas by their address, and of landmarks by their name. */
function positions(): ReadonlyMap<string, Position> {
  const areas = readBundle('areas').map(([, address, lat, lng]) => [address, { lat, lng }] as const)
  const landmarks = readBundle('places').map(([name, , , lat, lng]) => [name, { lat, lng }] as const)
  return new Map([...landmarks, ...areas]) as ReadonlyMap<string, Position>
}

/** Position that a post states itself: `33.27,126.66`. */
function statedPosition(landmark: string | null): Position | null {
  const [, lat, lng] = /^(\d+\.\d+),(\d+\.\d+)$/.exec(landmark ?? '') ?? []
  return lat && lng ? { lat: Number(lat), lng: Number(lng) } : null
}

const HOURS = /^(\d\d:\d\d)-(\d\d:\d\d)$/

function factsOf(words: readonly string[]) {
  const [hours] = words.flatMap((word) => HOURS.exec(word) ?? [])
  const [from, to] = hours?.split('-') ?? []
  const known = words.filter((word) => word in factBits) as (keyof typeof factBits)[]
  const bits = (least: number, most: number) =>
    known.filter((word) => factBits[word] >= least && factBits[word] <= most)
  const [kind] = bits(factBits.korean, factBits.other) as FoodKind[]
  const [price] = bits(factBits.under_1, factBits.over_5) as PriceRange[]
  const traits = bits(factBits.solo, factBits.kids) as PlaceTrait[]
  return {
    ...(kind && { kind }),
    ...(price && { price }),
    traits,
    ...(from && to && { start_time: from, end_time: to }),
  }
}

const numberBehind = (facts: string, word: string) => Number(new RegExp(`${word} (\\d+)`).exec(facts)?.[1] ?? 0)

/** Writes the posts of cases to an empty site with the places of the bundle. Returns them by id. */
export async function writeWorld(site: PostSite, world: readonly WorldPost[]): Promise<ReadonlyMap<string, WorldPost>> {
  const at = positions()
  const readers = await Promise.all(Array.from({ length: 8 }, () => site.person()))
  const authors = new Map<string, Awaited<ReturnType<PostSite['person']>>>()
  const posts = new Map<string, WorldPost>()
  for (const post of world) {
    const address = addressWords(post.address).join(' ')
    const position = statedPosition(post.landmark) ?? at.get(post.landmark ?? address)
    if (!position) throw new Error(`${post.title}: unknown place ${post.landmark ?? address}`)
    const [, nickname = '이웃'] = /\bby (\S+)/.exec(post.facts) ?? []
    const author = authors.get(nickname) ?? (await site.person({ username: nickname }))
    authors.set(nickname, author)
    const { title, contents } = post
    const id = await site.post({
      author,
      title,
      contents,
      address: post.address,
      ...position,
      ...factsOf(post.facts.split(' ')),
    })
    posts.set(id, post)
    for (const reader of readers.slice(0, numberBehind(post.facts, 'likes')))
      await site.api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
    for (const reader of readers.slice(0, numberBehind(post.facts, 'been')))
      await site.api.as(reader).savePost({ post: id, list: 'been', saved: true })
  }
  return posts
}

const wanted: Readonly<Record<string, number>> = {
  'meals with a place': 0.9,
  'occasions and company with a place': 0.9,
  sentences: 0.85,
}

/** Shares that are reached above the wanted one: they must not sink. */
const reached: Readonly<Record<string, number>> = {
  '리 and beaches, by another hand': 1,
  'typing errors and other keyboards, by another hand': 1,
  'titles equal to the keyword, by another hand': 1,
  'moods and occasions alone, by another hand': 1,
  'English keyboard, by another hand': 1,
  'names of places, by another hand': 1,
  'new and former districts, by another hand': 1,
  'names that are not corrected away, by another hand': 1,
  'occasions and company with a place, by another hand': 0.95,
  'sentences, by another hand': 0.95,
  '리 and beaches, more': 0.98,
  'typing errors and other keyboards, more': 0.98,
  'titles equal to the keyword, more': 0.97,
  'moods and occasions alone, more': 0.98,
  'English keyboard, more': 0.98,
}

/** Share of a class that must be answered as meant. */
export const wantedShare = (kind: string): number =>
  reached[kind] ?? wanted[kind.replace(', by another hand', '')] ?? 0.95

/** How many cases of a class there are, the share answered as meant, and what the others found. */
export type ClassScore = Readonly<{ kind: string; cases: number; share: number; others: readonly string[] }>

/** Whether a post is one of those meant: `title`, `town*`, or `#fact` with as many facts as needed. */
function isOneOf(meant: string, { town, title, facts }: WorldPost): boolean {
  const known = facts.split(' ')
  return meant.split('/').some((one) => {
    if (one.startsWith('#'))
      return one
        .slice(1)
        .split('#')
        .every((fact) => known.includes(fact))
    return one.endsWith('*') ? `${town}*` === one : title === one
  })
}

/** Share of the cases whose first post is the meant one, by class, and what the others found. */
export async function scorePostCases(
  site: PostSite,
  posts: ReadonlyMap<string, WorldPost>,
  cases: readonly SearchCase[],
): Promise<ClassScore[]> {
  const answers: { kind: string; isMeant: boolean; answer: string }[] = []
  for (const { kind, typed, meant } of cases) {
    const { data, instead } = await site.api.getSearchPosts({ keyword: typed })
    const first = posts.get(data[0]?.id ?? '')
    const isMeant = !instead && first !== undefined && isOneOf(meant, first)
    answers.push({ kind, isMeant, answer: `${typed}: ${instead ? `instead of ${instead.name} ` : ''}${first?.title}` })
  }
  return [...Map.groupBy(answers, ({ kind }) => kind)].map(([kind, all]) => {
    const others = all.filter(({ isMeant }) => !isMeant).map(({ answer }) => answer)
    return { kind, cases: all.length, share: 1 - others.length / all.length, others }
  })
}
