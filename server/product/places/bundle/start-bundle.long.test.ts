import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { bundledKeys } from '../import/sources.ts'
import { RETRY_DELAY_MS, startLoadingBundle } from './start-bundle.ts'

test('a bundle that could not be loaded is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const error = vi.fn()
  const log = { error } as unknown as FastifyBaseLogger
  const stop = startLoadingBundle('postgres://127.0.0.1:1/none', true, log, async () => {})
  await expect.poll(() => error.mock.calls.length).toBe(1)
  vi.advanceTimersByTime(RETRY_DELAY_MS)
  await expect.poll(() => error.mock.calls.length).toBe(2)
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a first start waits for places and areas, not for roads and shops', { timeout: 180_000 }, async () => {
  const { db, connectionString, drop } = await freshDatabase()
  const finished = async () => {
    const { rows } = await sql<{ key: string }>`
      select s.key from place_sources s join place_imports i on i.source_id = s.id where i.finished_at is not null`.execute(
      db,
    )
    return rows.map(({ key }) => key)
  }
  const log = { info: () => {}, error: () => {} } as unknown as FastifyBaseLogger
  const { promise: done, resolve } = Promise.withResolvers<string[]>()
  const stop = startLoadingBundle(connectionString, true, log, async () => resolve(await finished()))
  const loaded = await done
  await stop()
  await drop()
  expect(loaded.toSorted()).toEqual(Object.values(bundledKeys).toSorted())
})
