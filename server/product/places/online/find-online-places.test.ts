import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { CircuitBreaker, purgeExpiredLookups, reserveTurn } from './find-online-places.ts'

type Asked = { path: string; parameters: Record<string, string>; headers: Record<string, unknown>; at: number }

let site: PostSite | undefined
let service: Server | undefined

afterEach(async () => {
  await site?.close()
  service?.closeAllConnections()
  await new Promise((done) => (service ? service.close(done) : done(null)))
  site = undefined
  service = undefined
})

/** A service that returns these answers in turn, and then repeats the last one. */
async function serve(...answers: (object | number | 'never')[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  service = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://own.invalid')
    const parameters = Object.fromEntries(url.searchParams)
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({ path: url.pathname, parameters, headers: request.headers, at: Date.now() })
    if (answer === 'never') return
    response.writeHead(typeof answer === 'number' ? answer : 200, {
      'content-type': 'application/json',
      location: '/elsewhere',
    })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => service?.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, asked }
}

async function open(env: Record<string, string>) {
  site = await startPostSite({ env })
  const api = site.api.as(await site.person())
  const found = async (keyword: string, near: object = {}) =>
    (await api.searchPlaces({ keyword, ...near })).map(({ place_name, source }) => `${place_name} ${source}`)
  return { site, api, found }
}

const nominatim = [
  {
    name: '성산일출봉',
    display_name: '성산일출봉, 성산리, 성산읍, 서귀포시, 제주특별자치도, 63643, 대한민국',
    lat: '33.4580',
    lon: '126.9425',
  },
]

test('no service is called unless configured, nor for a signed-out visitor', async () => {
  const { url, asked } = await serve(nominatim)
  const { site } = await open({ NOMINATIM_URL: url })
  expect(await site.api.searchPlaces({ keyword: '성산일출봉' })).toEqual([])
  expect(asked).toEqual([])
})

test('one Nominatim answer serves everybody, in Korean order, and our requests identify us', async () => {
  const { url, asked } = await serve(nominatim)
  const { api, site } = await open({ NOMINATIM_URL: `${url}/` })
  const [place] = await api.searchPlaces({ keyword: '성산일출봉' })
  expect(place).toMatchObject({
    place_name: '성산일출봉',
    address_name: '제주특별자치도 서귀포시 성산읍 성산리',
    position: { lat: 33.458, lng: 126.9425 },
    source: 'nominatim',
  })
  expect(await site.api.as(await site.person()).searchPlaces({ keyword: '성산일출봉' })).toEqual([place])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    path: '/search',
    parameters: { q: '성산일출봉', countrycodes: 'kr', format: 'jsonv2' },
    headers: { 'user-agent': `matnanum (+${site.config.publicOrigin})` },
  })
  expect(await site.api.getPlaceAttributions()).toEqual([
    { source: 'nominatim', text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
  ])
  await purgeExpiredLookups(site.db)
  await api.searchPlaces({ keyword: '성산일출봉' })
  expect(asked).toHaveLength(1)
  await sql`update place_lookups set fetched_at = now() - interval '31 days'`.execute(site.db)
  await purgeExpiredLookups(site.db)
  expect(await site.db.selectFrom('place_lookups').select('query').execute()).toEqual([])
  await api.searchPlaces({ keyword: '성산일출봉' })
  expect(asked).toHaveLength(2)
})

const nextTurnIn = (seconds: number) =>
  sql`insert into place_lookup_turns (provider, next_at) values ('nominatim', now() + ${seconds} * interval '1 second')
    on conflict (provider) do update set next_at = excluded.next_at`

const nextTurn = async (db: PostSite['db']): Promise<number> => {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from next_at)::float8 * 1000 as at from place_lookup_turns`.execute(db)
  return rows[0]?.at ?? Number.NaN
}

test('a request waits for the turn of the whole site, and the next turn is a second later', async () => {
  const { url, asked } = await serve(nominatim)
  const { found, site } = await open({ NOMINATIM_URL: url })
  await nextTurnIn(1).execute(site.db)
  const turn = await nextTurn(site.db)
  expect(await found('뷁나')).toEqual(['성산일출봉 nominatim'])
  expect(asked[0]?.at).toBeGreaterThanOrEqual(turn - 5)
  expect(await nextTurn(site.db)).toBeGreaterThanOrEqual(turn + 1000)
})

test('a search that would have to wait long returns local results', async () => {
  const { url, asked } = await serve(nominatim)
  const { found, site } = await open({ NOMINATIM_URL: url })
  await nextTurnIn(600).execute(site.db)
  expect(await found('해운대')).toEqual(['해운대구 built-in'])
  expect(asked).toEqual([])
})

test('one turn is given once, also to simultaneous requests', async () => {
  const { site } = await open({})
  const given = async (count: number) => {
    const turns = await Promise.all(Array.from({ length: count }, () => reserveTurn(site.db, 'nominatim', 3600)))
    return turns.filter((turn) => turn !== null)
  }
  expect(await given(6)).toEqual([0])
  await nextTurnIn(1).execute(site.db)
  expect(await given(6)).toHaveLength(1)
})

test('Photon answers too', async () => {
  const properties = { name: '협재해수욕장', state: '제주특별자치도', city: '제주시', district: '한림읍' }
  const feature = { geometry: { type: 'Point', coordinates: [126.2396, 33.394] }, properties }
  const { url } = await serve({ features: [feature, { ...feature, properties: { state: '이름 없음' } }] })
  const { api } = await open({ PHOTON_URL: url })
  expect(await api.searchPlaces({ keyword: '협재' })).toMatchObject([
    { place_name: '협재해수욕장', address_name: '제주특별자치도 제주시 한림읍', source: 'photon' },
  ])
})

test("Kakao's search gets the key and a rounded position, and its answer is not stored", async () => {
  const document = {
    place_name: '을밀대 평양냉면',
    category_name: '음식점 > 한식 > 냉면',
    address_name: '서울 마포구 염리동 147-6',
    road_address_name: '서울 마포구 숭문길 24',
    x: '126.9502',
    y: '37.5476',
  }
  const { url, asked } = await serve({ documents: [document] })
  const { api, site } = await open({ KAKAO_REST_KEY: 'the-key', KAKAO_REST_URL: url })
  const search = () => api.searchPlaces({ keyword: '을밀대', lat: 37.547_612, lng: 126.950_231 })
  expect(await search()).toMatchObject([
    { place_name: '을밀대 평양냉면', address_name: '서울 마포구 숭문길 24', category: '냉면', source: 'kakao' },
  ])
  await search()
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({
    path: '/v2/local/search/keyword.json',
    parameters: { query: '을밀대', y: '37.55', x: '126.95' },
    headers: { authorization: 'KakaoAK the-key' },
  })
  expect(await site.db.selectFrom('place_lookups').select('query').execute()).toEqual([])
  expect(site.logged()).not.toContain('the-key')
})

test('a service that fails three times is not called, and searches work without it', async () => {
  const { url, asked } = await serve(500, { documents: 'nonsense' }, 503)
  const { found } = await open({ KAKAO_REST_KEY: 'the-key', KAKAO_REST_URL: url })
  for (let n = 0; n < 5; n++) expect(await found('해운대')).toEqual(['해운대구 built-in'])
  expect(asked).toHaveLength(3)
})

test('a redirect is not followed', async () => {
  const { url, asked } = await serve(302)
  const { found } = await open({ KAKAO_REST_KEY: 'the-key', KAKAO_REST_URL: url })
  expect(await found('해운대')).toEqual(['해운대구 built-in'])
  expect(asked.map(({ path }) => path)).toEqual(['/v2/local/search/keyword.json'])
})

test('a service that does not answer is given up', async () => {
  const { url, asked } = await serve('never')
  const { found } = await open({ KAKAO_REST_KEY: 'the-key', KAKAO_REST_URL: url })
  expect(await found('해운대')).toEqual(['해운대구 built-in'])
  expect(asked).toHaveLength(1)
})

test('a person may search online thirty times a minute', async () => {
  const { url, asked } = await serve({ documents: [] })
  const { found } = await open({ KAKAO_REST_KEY: 'the-key', KAKAO_REST_URL: url })
  for (let n = 0; n < 35; n++) await found(`말${n}`)
  expect(asked).toHaveLength(30)
})

test('if the database cannot keep a response, the search still has it and the service is not blamed', async () => {
  const { url, asked } = await serve(nominatim)
  const { found, site } = await open({ NOMINATIM_URL: url })
  await sql`alter table place_lookups add check (query = 'nothing')`.execute(site.db)
  for (let n = 1; n <= 4; n++) {
    await nextTurnIn(0).execute(site.db)
    expect(await found('성산일출봉')).toEqual(['성산일출봉 nominatim'])
    expect(asked).toHaveLength(n)
  }
  expect(site.logged()).toContain('could not be kept')
})

test('a breaker opens after three failures in a row, and after a minute sends one request until that succeeds', () => {
  const breaker = new CircuitBreaker()
  breaker.failed(0)
  breaker.failed(0)
  breaker.succeeded()
  breaker.failed(0)
  breaker.failed(0)
  expect(breaker.allows(1)).toBe(true)
  breaker.failed(1)
  expect(breaker.allows(60_000)).toBe(false)
  expect(breaker.isResting(60_001)).toBe(false)
  expect([1, 2, 3].map(() => breaker.allows(60_001))).toEqual([true, false, false])
  breaker.failed(60_002)
  expect(breaker.allows(120_001)).toBe(false)
  expect(breaker.allows(120_002)).toBe(true)
  breaker.succeeded()
  expect([1, 2, 3].map(() => breaker.allows(120_002))).toEqual([true, true, true])
})
