import { sql } from 'kysely'
import { areaPath, authorPath, paths, placePath, postPath } from '#rules/paths.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { pathOfAddress } from '#server/product/places/address.ts'
import { apiRequest, pageRequest } from '../browser-requests.ts'

/** A request that a town's people send; `cookie` is that of a member. */
export type TownRequest = ReturnType<typeof pageRequest>

/** Source of the requests that a town's people and a crawler send. */
export type Town = Readonly<{
  /** The next request of people. */
  next(): { kind: string; request: TownRequest }
  /** The next page of a crawler that walks over all posts. */
  crawl(): TownRequest
  members: readonly Member[]
}>

/** A signed-in member; `cookie` is the header of their session. */
export type Member = Readonly<{ handle: string; cookie: string }>

const MEMBERS = 200
const SHARE_OF_MEMBERS = 0.2

/** Numbers of each kind among a thousand requests; 10 are writes. */
const mix = {
  post: 430,
  home: 240,
  area: 120,
  search: 100,
  author: 50,
  place: 30,
  'feed by the API': 20,
  like: 7,
  comment: 2,
  'new post': 1,
} as const

type Kind = keyof typeof mix

const DISHES =
  '김치찌개 평양냉면 칼국수 돈까스 초밥 국밥 파스타 족발 떡볶이 삼겹살 순두부 커피 빵 라멘 만두 갈비탕 곱창 닭갈비 비빔밥 쌀국수'.split(
    ' ',
  )

/** The town whose members are in the database; its requests are the same in every run. */
export async function openTown(db: Database, origin: string): Promise<Town> {
  const random = generator(20_261_129)
  const ids = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const posts = await ids(sql`select id::text from posts where not hidden order by hashint8(id)`)
  const byId = posts.toSorted((one, other) => Number(one) - Number(other))
  const authors = await ids(sql`select handle as id from accounts order by hashint8(id)`)
  const venues = await ids(
    sql`select venue_id::text as id from venue_posts group by 1 order by count(*) desc, 1 limit 2000`,
  )
  const areas = await ids(sql`select a.address as id from areas a join area_counts c on c.area_id = a.id
    group by 1 having sum(c.count) > 0 order by sum(c.count) desc, 1`)
  const areaNames = areas.map((address) => address.split(' ').at(-1) ?? '')
  const members: Member[] = []
  const { rows } = await sql<{
    id: number
    handle: string
  }>`select id, handle from accounts order by id limit ${MEMBERS}`.execute(db)
  for (const { id, handle } of rows) {
    members.push({
      handle,
      cookie: `sid=${await openSession(db, { accountId: id, persistent: false, userAgent: null })}`,
    })
  }
  const zipf = <T>(values: readonly T[]): T => values[zipfIndex(values.length, random())] as T
  const anyMember = () => members[Math.floor(random() * members.length)] as Member
  const keyword = () => (random() < 0.5 ? zipf(DISHES) : `${zipf(areaNames)} ${zipf(DISHES)}`)
  const searched = () => `${paths.search}?${new URLSearchParams({ keyword: keyword() })}`
  const page = (path: string) => pageRequest(path, random() < SHARE_OF_MEMBERS ? anyMember().cookie : undefined)
  const write = (document: string, variablesOf: (member: Member) => object) => {
    const member = anyMember()
    return apiRequest(origin, document, variablesOf(member), member.cookie)
  }
  const text = '육수가 맑고 면이 부드러워요. '.repeat(5)
  const requests: Record<Kind, () => TownRequest> = {
    post: () => page(postPath(zipf(posts))),
    home: () => page(paths.home),
    area: () => page(areaPath(pathOfAddress(zipf(areas)))),
    search: () => page(searched()),
    author: () => page(authorPath(zipf(authors))),
    place: () => page(placePath(zipf(venues))),
    'feed by the API': () => apiRequest(origin, 'getPosts', { filter: 'latest', open: false }),
    like: () => write('likePost', ({ handle }) => ({ id: zipf(posts), isLike: random() < 0.8, jwt: handle })),
    comment: () => write('addComment', () => ({ post: zipf(posts), text })),
    'new post': () =>
      write('addPost', () => ({
        title: `평양냉면 ${Math.floor(random() * 1000)}`,
        contents: text,
        address: '서울 마포구 숭문길 24',
        lat: 37.5478,
        lng: 126.9469,
      })),
  }
  let crawled = 0
  return {
    members,
    next: () => {
      const kind = kindAt(random() * 1000)
      return { kind, request: requests[kind]() }
    },
    crawl: () => pageRequest(postPath(byId[crawled++ % byId.length] ?? '')),
  }
}

function kindAt(value: number): Kind {
  let left = value
  for (const [kind, share] of Object.entries(mix)) {
    left -= share
    if (left < 0) return kind as Kind
  }
  return 'home'
}

/** Index by Zipf's law: the first is asked for twice as often as the second. */
function zipfIndex(length: number, random: number): number {
  return Math.min(length - 1, Math.floor((length + 1) ** random) - 1)
}

/** Numbers from 0 to 1, the same for the same start. */
function generator(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
