import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopRegister } from '#rules/shop-registers.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { defaultSources, saveSource } from '../import/sources.ts'
import { writeShops } from './load-bundle.ts'

let site: PostSite

const rows = [
  ['카페', '음식점'].join('\t'),
  ['서울특별시 강남구 역삼1동', '전라남도 완도군 완도읍'].join('\t'),
  ['semas-2025-05', 'osm-2021-08'].join('\t'),
  ['성게미역국집', '', '1', '3431000', '12675000', '1', '개포로 5', '50', '1'].join('\t'),
  ['별다방', '강남역점', '0', '318700', '27800', '0', '', '', '0'].join('\t'),
  ['별다방', '역삼역점', '0', '250', '900', '0', '강남대로 396', '', '0'].join('\t'),
]

beforeAll(async () => {
  site = await startPostSite()
  const sourceId = await saveSource(site.db, { key: 'bundled-shops', ...defaultSources['bundled shops'] })
  expect(await writeShops(site.db, sourceId, `${rows.join('\n')}\n`)).toBe(3)
})

afterAll(() => site.close())

const search = (keyword: string) => site.api.searchPlaces({ keyword })

test.each([
  ['별다방 강남역점', '별다방 강남역점'],
  ['ㅂㄷㅂ 강남', '별다방 강남역점'],
  ['역삼 별다방', '별다방 역삼역점'],
  ['성게미역국', '성게미역국집'],
  ['완도 성게', '성게미역국집'],
])('%s finds %s', async (keyword, name) => {
  expect((await search(keyword))[0]).toMatchObject({ place_name: name })
})

test('a shop has its address and position, and says when that was estimated', async () => {
  const [known] = await search('별다방 역삼역점')
  expect(known).toMatchObject({ address_name: '서울특별시 강남구 강남대로 396', category: '카페', precision: null })
  expect(known?.position).toEqual({ lat: 37.4995, lng: 127.037 })
  const [estimated] = await search('성게미역국집')
  expect(estimated).toMatchObject({ address_name: '전라남도 완도군 개포로 5', precision: 'road' })
})

test('an estimated position is never that of a building', async () => {
  expect(await site.api.geocode({ address: '전라남도 완도군 개포로 5' })).not.toMatchObject({ precision: 'building' })
  expect(await site.api.geocode({ address: '서울 강남구 강남대로 396' })).toMatchObject({ precision: 'building' })
})

test('the bundled file can be read', async () => {
  const text = gunzipSync(readFileSync('korea/shops.tsv.gz')).toString()
  const [kinds = '', dongs = '', registers = '', ...shops] = text.trimEnd().split('\n')
  const names = registers.split('\t')
  for (const name of names) expect(shopRegister(name), name).not.toBeNull()
  expect(shops.every((shop) => names[Number(shop.split('\t').at(-1))] !== undefined)).toBe(true)
  expect(kinds.split('\t').length).toBeGreaterThan(50)
  expect(dongs.split('\t').length).toBeGreaterThan(3000)
  expect(shops.length).toBeGreaterThan(100_000)
})
