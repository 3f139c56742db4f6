import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { samePlaceMetres } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { uniqueName } from '#tests/factories.ts'
import { openPostSite, refusal } from '#tests/post-site.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'

const site = await openPostSite()

beforeEach(() => site.db.deleteFrom('posts').execute())

test('posts of the same address or place name are found, most liked first, without the post itself', async () => {
  const [author, reader] = [await site.person(), await site.person()]
  const id = await site.post({ author, address: '서울 중구 을지로 1', place_name: 'Cafe 을지' })
  const sameAddress = await site.post({ author, address: '서울 중구 을지로 1' })
  const sameName = await site.post({ author, address: '서울 중구 을지로 2', place_name: 'cafe을지' })
  await site.post({ author, address: '서울 중구 을지로 11', place_name: '을지' })
  await site.api.as(reader).likePost({ id: sameAddress, isLike: true, jwt: reader.handle })
  const posts = await site.api.as(reader).getPlacePosts({ id })
  expect(posts.map((post) => [post.id, post.like, post.liked])).toEqual([
    [sameAddress, 1, true],
    [sameName, 0, false],
  ])
})

test('a branch elsewhere, and another house of the same district, are other places', async () => {
  const author = await site.person()
  const chain = { author, place_name: '어디나 국수' }
  const id = await site.post({ ...chain, address: '서울 중구 세종대로 1', lat: 37.5663, lng: 126.9779 })
  const across = await site.post({ ...chain, address: '서울 중구 세종대로 2', lat: 37.5683, lng: 126.9779 })
  const unplaced = await site.post(chain)
  await site.post({ ...chain, address: '부산 중구 광복로 1', lat: 35.0994, lng: 129.0306 })
  const idsAt = async (id: string) => (await site.api.getPlacePosts({ id })).map((post) => post.id)
  expect(await idsAt(id)).toEqual([unplaced, across])

  const district = { author, address: '서울특별시 강남구' }
  const pin = await site.post({ ...district, place_name: '역삼 국밥', lat: 37.499, lng: 127.0276 })
  const besides = await site.post({ ...district, place_name: '역삼국밥 본점', lat: 37.4991, lng: 127.0276 })
  await site.post({ ...district, place_name: '청담 초밥', lat: 37.5172, lng: 127.0473 })
  expect(await idsAt(pin)).toEqual([besides])
})

test('at most five, and none for a post without a place', async () => {
  const author = await site.person()
  const ids: string[] = []
  for (let index = 0; index < 8; index++) ids.push(await site.post({ author, place_name: '여덟집' }))
  const api = site.api.as(author)
  expect((await api.getPlacePosts({ id: String(ids[7]) })).map(({ id }) => id)).toEqual(ids.slice(2, 7).reverse())
  const [nowhere] = [await site.post({ author }), await site.post({ author })]
  expect(await api.getPlacePosts({ id: nowhere })).toEqual([])
})

test('a missing post has no place', async () => {
  for (const id of ['999999999', 'abc', '0']) {
    expect(await refusal(site.api.getPlacePosts({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  }
})

type Written = { place_name: string | null; address: string | null; at: Position | null; likes: number }

const shopAt = { lat: 37.5563, lng: 126.9236 }
/** Metres, clearly different from the distances at which places end. */
const positions = fc
  .tuple(fc.constantFrom(0, 20, 100, 260, 1000), fc.constantFrom(0, 15, 200, 90_000))
  .map(([north, east]) => ({
    lat: shopAt.lat + north / DEGREE_METRES,
    lng: shopAt.lng + east / (DEGREE_METRES * Math.cos((shopAt.lat * Math.PI) / 180)),
  }))

/** Inserts posts without venues, related only by names, addresses and positions; returns their ids. */
async function insert(posts: readonly Written[]): Promise<number[]> {
  const { accountId } = await site.person()
  const rows = posts.map(({ at, ...post }) => ({ ...post, lat: at?.lat ?? null, lng: at?.lng ?? null }))
  const added = await sql<{ id: number }>`
    with wanted as (
      select nextval(pg_get_serial_sequence('posts', 'id')) as id, w.*
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as w (place_name text, address text, lat float8, lng float8, likes integer)
    ), posted as (
      insert into posts (id, account_id, title, contents, place_name, address, lat, lng) overriding system value
      select id, ${accountId}, '을밀대', '냉면', place_name, address, lat, lng from wanted
    ), liked as (
      insert into post_stats (post_id, like_count) select id, likes from wanted
    ) select id from wanted order by id`.execute(site.db)
  return added.rows.map(({ id }) => id)
}

/** Whether two posts are related, compared directly. */
function relatedTo(post: Written, other: Written): boolean {
  const isWithin = (metres: number) =>
    post.at === null || other.at === null || metresBetween(post.at, other.at) <= metres
  const key = ({ place_name }: Written) => place_name?.replaceAll(' ', '').toLowerCase()
  return (
    (post.place_name !== null && key(post) === key(other) && isWithin(samePlaceMetres.relatedName)) ||
    (post.address !== null && post.address === other.address && isWithin(samePlaceMetres.relatedAddress))
  )
}

test('the related posts are those that a comparison with every post finds', async () => {
  const post = fc.record({
    place_name: fc.option(fc.constantFrom('Cafe 을지', 'cafe을지', '을지'), { freq: 4 }),
    address: fc.option(fc.constantFrom('서울 중구 을지로 1', '서울 중구 을지로 11'), { freq: 4 }),
    at: fc.option(positions, { freq: 4 }),
    likes: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(post, { minLength: 20, maxLength: 40 }), async (shape) => {
      const mark = uniqueName()
      const marked = (text: string | null) => text && `${text} ${mark}`
      const posts = shape.map((one) => ({ ...one, place_name: marked(one.place_name), address: marked(one.address) }))
      const ids = await insert(posts)
      for (const [index, own] of posts.entries()) {
        const expected = posts
          .map((other, at) => ({ other, id: ids[at] ?? 0, isSelf: at === index }))
          .filter(({ other, isSelf }) => !isSelf && relatedTo(own, other))
          .toSorted((a, b) => b.other.likes - a.other.likes || b.id - a.id)
        const found = await site.api.getPlacePosts({ id: String(ids[index]) })
        expect(found.map(({ id }) => Number(id))).toEqual(expected.slice(0, 5).map(({ id }) => id))
      }
    }),
    { numRuns: 5 },
  )
})

test('a post of this shop is found, however many newer posts are about other shops of its chain', async () => {
  const shop = { place_name: uniqueName(), address: null, at: shopAt, likes: 0 }
  const elsewhere = { ...shop, at: { lat: 35.0994, lng: 129.0306 } }
  const [first, again] = await insert([shop, shop, ...Array<Written>(150).fill(elsewhere)])
  expect((await site.api.getPlacePosts({ id: String(first) })).map(({ id }) => Number(id))).toEqual([again])
})

test('another post without a position is found, however many newer posts of the name have one', async () => {
  const unplaced = { place_name: uniqueName(), address: null, at: null, likes: 1 }
  const [first, again] = await insert([
    unplaced,
    unplaced,
    ...Array<Written>(150).fill({ ...unplaced, at: shopAt, likes: 0 }),
  ])
  const found = await site.api.getPlacePosts({ id: String(first) })
  expect(found).toHaveLength(5)
  expect(Number(found[0]?.id)).toBe(again)
})
