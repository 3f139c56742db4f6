import { ECDH } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildApp, openServices } from '#server/site.ts'
import { createApi } from '#tests/api.ts'
import { freshDatabase } from '#tests/database.ts'
import { ownPort } from '#tests/own-port.ts'
import { addPerson } from '#tests/post-site.ts'

/** Database and data folder of a new site. */
async function newSite() {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-push-key-'))
  onTestFinished(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  return { DATA_DIR: dataDir, DATABASE_URL: database.connectionString }
}

/** Starts the site, requests the key as a member, and stops it. */
async function keyOf(site: Record<string, string>): Promise<string> {
  const port = await ownPort()
  const config = loadConfig({ NODE_ENV: 'test', PORT: String(port), ...site })
  const cleanup = new AsyncDisposableStack()
  const mailer = { send: async () => {}, close: () => {} }
  try {
    const databaseUrl = config.databaseUrl ?? ''
    const start = { config, log: createLog('silent'), cleanup, databaseUrl }
    const services = await openServices(start, { connections: 2, mailer })
    const app = await buildApp(services, null)
    cleanup.defer(() => app.close())
    await app.listen({ host: '127.0.0.1', port })
    const api = createApi(`http://127.0.0.1:${port}`)
    const member = await addPerson({ db: services.db, config, api })
    // Awaited before the site stops.
    return await api.as(member).getPushKey()
  } finally {
    await cleanup.disposeAsync()
  }
}

test('a site makes its push key at the first start, and keeps it; another site has another', async () => {
  const [one, other] = [await newSite(), await newSite()]
  const key = await keyOf(one)
  expect(key).toMatch(/^[\w-]+$/)
  const point = Buffer.from(key, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const compressed = ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'compressed')
  expect(compressed).toHaveLength(33)
  expect(await keyOf(one)).toBe(key)
  expect(await keyOf(other)).not.toBe(key)
})
