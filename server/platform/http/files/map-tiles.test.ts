import { readdirSync, readlinkSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import Fastify from 'fastify'
import Pbf from 'pbf'
import { afterAll, expect, test, vi } from 'vitest'
import { koreaMapPlugin } from '../../../../scripts/build/virtual-modules.ts'
import { noMetrics } from '../../metrics/metrics.ts'
import { handleError } from '../http-error.ts'
import { registerFailureLog } from '../request-log.ts'
import { registerGates } from '../request-turns.ts'
import { openTileArchive, registerBundledMap } from './map-tiles.ts'

const app = Fastify()
registerFailureLog(app, noMetrics)
app.setErrorHandler(handleError)
registerGates(app, { databasePool: 2, passwordQueue: 100 })
registerBundledMap(app)
afterAll(() => app.close())

/** Address that pages are built with. */
const template =
  /'(.*)'/.exec(String((koreaMapPlugin().load as (id: string) => string)('\0virtual:korea-map')))?.[1] ?? ''
const MANGWON = [13, 6983, 3172]

const addressOf = ([z, x, y]: readonly unknown[]) =>
  template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })

test('a tile of the bundled map comes as it is stored, and is kept for ever', async () => {
  const stored = await get(addressOf(MANGWON), 'gzip, deflate, br')
  expect(stored.statusCode).toBe(200)
  expect(stored.headers['content-encoding']).toBe('br')
  expect(stored.headers['cache-control']).toContain('immutable')
  expect(stored.headers.vary).toMatch(/accept-encoding/i)
  const tile = brotliDecompressSync(stored.rawPayload)
  const { streets } = new VectorTile(new Pbf(tile)).layers
  const names = Array.from({ length: streets?.length ?? 0 }, (_, index) => streets?.feature(index).properties.name)
  expect(names).toContain('망원로')
  // Browsers accept brotli only with TLS.
  const plain = await get(addressOf(MANGWON), 'gzip')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload.equals(tile)).toBe(true)
})

test('a tile is decompressed in a turn of its network', async () => {
  const turns = vi.spyOn(app, 'inReadTurn')
  await get(addressOf(MANGWON), 'br')
  expect(turns).not.toHaveBeenCalled()
  await get(addressOf(MANGWON), 'gzip')
  expect(turns).toHaveBeenCalledOnce()
})

test('the open sea is an empty answer that is kept as well', async () => {
  const sea = await get(addressOf([13, 7060, 3300]), 'br')
  expect(sea.statusCode).toBe(204)
  expect(sea.headers['cache-control']).toContain('immutable')
})

test('another version and an address without a tile are not kept', async () => {
  for (const address of [
    addressOf(MANGWON).replace(/korea\/[^/]+/, 'korea/older'),
    addressOf([14, 0, 0]),
    addressOf([13, 8192, 0]),
    addressOf([3, -1, 0]),
    addressOf(['1e1', 1, 1]),
    addressOf([13, '9'.repeat(40), 1]),
  ]) {
    const answer = await get(address, 'br')
    expect(answer.statusCode, address).toBe(404)
    expect(`${answer.headers['cache-control']}`, address).not.toContain('immutable')
  }
})

test.skipIf(process.platform !== 'linux')('an archive that cannot be read is closed again', async () => {
  const opened = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('/package.json')
      } catch {
        return false
      }
    })
  await expect(openTileArchive('package.json')).rejects.toThrow()
  expect(opened()).toEqual([])
})
