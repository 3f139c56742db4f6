import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Site, startSite } from '#tests/site.ts'
import { loadConfig, readConfig } from '../config.ts'
import { mapPolicy } from '../http/headers.ts'
import { tilesOrigin } from './services-config.ts'

const faultsOf = (env: Record<string, string>) => readConfig(env).faults

async function withSite<T>(env: Record<string, string>, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await startSite({ env })
  return work(site).finally(() => site.close())
}

test('everything online is off by default, and pages then load nothing from other hosts', async () => {
  const { places } = loadConfig({})
  expect(places).toMatchObject({
    kakaoMapKey: null,
    kakaoRestKey: null,
    geocoder: null,
    tilesUrl: null,
    pmtilesPath: null,
  })
  expect(mapPolicy(places)).toEqual({ images: [], connections: [], scripts: [] })
  await withSite({}, async ({ api }) => {
    expect(await api.getMapSettings()).toEqual({ kakao_key: null, kakao_url: null, tiles_url: null, pmtiles_url: null })
    expect(await api.getPlaceAttributions()).toEqual([])
    expect((await api.send('GET', '/map/tiles.pmtiles')).status).toBe(404)
  })
})

test('each fault of these settings is reported', () => {
  expect(
    faultsOf({
      NOMINATIM_URL: 'ftp://example.kr',
      PHOTON_URL: 'nonsense',
      TILES_URL: 'https://tile.example.kr/{z}/{x}.png',
      PMTILES_PATH: '/nowhere/at/all.pmtiles',
    }),
  ).toEqual([
    'NOMINATIM_URL must be an http or https address, but is "ftp://example.kr".',
    'PHOTON_URL must be an http or https address, but is "nonsense".',
    'PMTILES_PATH is "/nowhere/at/all.pmtiles", which cannot be read.',
    'TILES_URL must look like https://tile.example.kr/{z}/{x}/{y}.png, but is "https://tile.example.kr/{z}/{x}.png".',
    'TILES_ATTRIBUTION must say whose map TILES_URL or PMTILES_PATH shows, for example © OpenStreetMap.',
  ])
  expect(faultsOf({ NOMINATIM_URL: 'https://a.kr', PHOTON_URL: 'https://b.kr' })).toHaveLength(1)
})

test.each([
  ['https://tile.example.kr/{z}/{x}/{y}.png', 'https://tile.example.kr'],
  ['https://{s}.tile.example.kr:8080/a/{z}/{x}/{y}.png', 'https://*.tile.example.kr:8080'],
  ["https://tile.kr; script-src 'unsafe-inline'/{z}/{x}/{y}", null],
  ['//tile.kr/{z}/{x}/{y}', null],
])('the origin of the tiles %s is %s', (template, origin) => {
  expect(tilesOrigin(template)).toBe(origin)
})

test('what is configured is allowed on pages and shown with its attribution', async () => {
  const env = {
    TILES_URL: 'https://{s}.tile.example.kr/{z}/{x}/{y}.png',
    TILES_ATTRIBUTION: '© 지도',
    KAKAO_MAP_KEY: 'javascript-key',
  }
  const { images, connections, scripts } = mapPolicy(loadConfig(env).places)
  expect(images).toEqual([
    'https://dapi.kakao.com',
    'https://*.daumcdn.net',
    'https://*.kakaocdn.net',
    'https://*.tile.example.kr',
  ])
  expect(connections).toContain('https://dapi.kakao.com')
  expect(scripts).toEqual(['https://dapi.kakao.com', 'https://t1.daumcdn.net', 'https://t1.kakaocdn.net'])
  await withSite(env, async ({ api }) => {
    expect(await api.getMapSettings()).toEqual({
      kakao_key: 'javascript-key',
      kakao_url: 'https://dapi.kakao.com/v2/maps/sdk.js',
      tiles_url: env.TILES_URL,
      pmtiles_url: null,
    })
    expect(await api.getPlaceAttributions()).toEqual([{ source: 'tiles', text: '© 지도', url: null }])
  })
})

test('a PMTiles file is served by range, and no other file beside it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-tiles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'korea.pmtiles')
  await writeFile(file, 'PMTiles0123456789')
  await writeFile(path.join(folder, 'secret.txt'), 'secret')
  await withSite({ PMTILES_PATH: file, TILES_ATTRIBUTION: '© 지도' }, async ({ api }) => {
    expect(await api.getMapSettings()).toMatchObject({ pmtiles_url: '/map/tiles.pmtiles' })
    const part = await api.send('GET', '/map/tiles.pmtiles', null, { range: 'bytes=7-10' })
    expect(part).toMatchObject({ status: 206, text: '0123' })
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 7-10/17', 'accept-ranges': 'bytes' })
    expect(part.headers['content-encoding']).toBeUndefined()
    const whole = await api.send('GET', '/map/tiles.pmtiles')
    expect(whole).toMatchObject({ status: 200, text: 'PMTiles0123456789' })
    expect((await api.send('GET', '/map/tiles.pmtiles', null, { range: 'bytes=99-' })).status).toBe(416)
    for (const other of ['/map/secret.txt', '/map/..%2fsecret.txt'])
      expect((await api.send('GET', other)).status).toBe(404)
    const again = await api.send('GET', '/map/tiles.pmtiles', null, { 'if-none-match': String(whole.headers.etag) })
    expect(again.status).toBe(304)
  })
})
