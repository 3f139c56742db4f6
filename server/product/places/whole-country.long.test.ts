import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importQuietly, unpackKoreaFile } from '#tests/place-files.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

afterAll(() => site.close())

test('every 동 of the public data is found by its address and lies in itself', async () => {
  await importQuietly(site.db, await unpackKoreaFile('korea-base.topo.json'))
  const areas = await site.db
    .selectFrom('place_areas')
    .innerJoin('place_sources', 'place_sources.id', 'source_id')
    .select(['address', 'legal_address', 'place_areas.lat', 'place_areas.lng'])
    .where('place_sources.key', '=', 'korea-base')
    .where((eb) => eb(eb('place_areas.id', '%', 40), '=', 0))
    .execute()
  expect(areas.length).toBeGreaterThan(80)
  let inside = 0
  for (const { address, legal_address, lat, lng } of areas) {
    const found = await site.api.geocode({ address: `${address} 1` })
    expect(found).toMatchObject({ address_name: address, precision_label: '동 단위 위치' })
    const under = await site.api.reverseGeocode({ lat, lng })
    expect(under).toMatchObject({ precision: 'dong' })
    if (under?.exact && under.address_name === (legal_address ?? address)) inside++
  }
  // The centre of a crescent lies outside of it.
  expect(inside / areas.length).toBeGreaterThan(0.95)
})

test('the address of every bundled market, sight and station is located where one of them is', async () => {
  const file = await unpackKoreaFile('korea-places.json')
  const bundled = JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] }
  await importQuietly(site.db, file)
  const numbered = bundled.rows.filter(([, , address]) => / \d+(?:-\d+)?(?: \(.+\))?$/.test(address))
  const inBrackets = numbered.filter(([, , address]) => address.endsWith(')'))
  expect(inBrackets.length).toBeGreaterThan(500)
  const placesAt = Map.groupBy(numbered, ([, , address]) => address.replace(/ \(.*/, ''))
  for (const [, , pasted] of [...inBrackets, ...numbered.filter((_, index) => index % 10 === 0)]) {
    const plain = pasted.replace(/ \(.*/, '')
    const found = await site.api.geocode({ address: pasted })
    expect(found, pasted).toMatchObject({ address_name: plain, precision: 'building' })
    expect(
      placesAt.get(plain)?.map(([, , , lat, lng]) => ({ lat, lng })),
      pasted,
    ).toContainEqual(found?.position)
  }
})

test('areas, sights and markets of the country are found by name, by consonants and near a position', async () => {
  await importQuietly(site.db, await unpackKoreaFile('korea-gazetteer.json'))
  const found = async (keyword: string, near?: { lat: number; lng: number }) =>
    (await site.api.searchPlaces({ keyword, ...near })).map(({ place_name }) => place_name)
  expect((await found('노형동'))[0]).toBe('노형동')
  expect(await found('해운대')).toContain('해운대시장')
  expect((await found('ㅎㅇㄷㄱ'))[0]).toBe('해운대구')
  expect(await found('동문시장', { lat: 33.5, lng: 126.5 })).toContain('동문시장')
})

type Row = [name: string, category: string, address: string, lat: number, lng: number]
