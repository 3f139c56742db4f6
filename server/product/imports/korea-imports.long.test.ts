import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_PATH, importLimits } from '#rules/place-imports.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { loadBundleExtras } from '../places/bundle/load-bundle.ts'
import { fullName } from '../places/found-place.ts'
import { bundledExtras } from '../places/import/sources.ts'
import { shopId } from '../places/shops/shop-id.ts'

/** As many shops of public data as an import may have, from all over the country. */
let site: PostSite
let shops: Shop[]

type Shop = { name: string; branch: string | null; address: string; lat: number; lng: number }

beforeAll(async () => {
  site = await startPostSite({ places: true })
  await loadBundleExtras(site.db)
  const { rows } = await sql<Shop>`select p.name, p.branch, coalesce(p.road_address, p.address) as address, p.lat, p.lng
    from places p join place_sources s on s.id = p.source_id
    where s.key = ${bundledExtras.shops} and coalesce(p.road_address, p.address) is not null
    order by md5(p.id::text) limit ${importLimits.rows}`.execute(site.db)
  shops = rows
})
afterAll(() => site.close())

const nameOf = ({ name, branch }: Shop) => fullName(name, branch)
const cell = (text: string | number) => `"${String(text).replaceAll('"', '""')}"`

/** How many shops each state has, and of those found how many are the same one. */
async function bring(head: string, rowOf: (shop: Shop) => (string | number)[], count: number) {
  const person = await site.person()
  const some = shops.slice(0, count)
  const file = [head, ...some.map((shop) => rowOf(shop).map(cell).join())].join('\n')
  const type = { 'content-type': 'application/octet-stream' }
  expect((await person.client.send('POST', IMPORT_PATH, file, type)).status).toBe(202)
  const api = site.api.as(person)
  const isRead = async () => {
    await site.mails()
    return (await api.getPlaceImport())?.state
  }
  await expect.poll(isRead, { timeout: 60_000 }).toBe('ready')
  const own = await api.getPlaceImport()
  const rows = []
  for (let after = 0; rows.length < (own?.total ?? 0); after = rows.at(-1)?.row ?? 0) {
    rows.push(...(await api.getImportedRows({ id: own?.id ?? '', after })))
  }
  const idOf = new Map(
    some.map((shop) => [shop.name + shop.address, String(shopId(fullName(shop.name, shop.branch), shop))]),
  )
  const known = new Map(some.map((shop, index) => [index, idOf.get(shop.name + shop.address)]))
  const found = rows.filter(({ state }) => state === 'found')
  const right = found.filter(({ line, places }) => places[0]?.place_id === known.get(line - 2)).length
  return { total: rows.length, found: found.length, right }
}

test.each([
  [
    'name and position',
    '이름,위도,경도',
    (shop: Shop) => [nameOf(shop), shop.lat + 0.0003, shop.lng + 0.0003],
    300,
    0.95,
  ],
  ['name and address', '이름,주소', (shop: Shop) => [nameOf(shop), shop.address], 60, 0.8],
  ['name alone', '이름,메모', (shop: Shop) => [nameOf(shop), ''], 60, 0.6],
] as const)(
  'shops of the country are found by %s, and none is taken for another',
  async (_by, head, rowOf, count, least) => {
    const { total, found, right } = await bring(head, rowOf, count)
    expect(right).toBe(found)
    expect(found).toBeGreaterThanOrEqual(total * least)
  },
)
