import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { loadConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { openServices } from './site.ts'

test('the services work on the configured database until they are closed', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-open-'))
  const { connectionString: databaseUrl } = database
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const cleanup = new AsyncDisposableStack()
  const mailer = { send: async () => {}, close: vi.fn() }
  const start = { config, log: createLog('silent'), cleanup, databaseUrl }
  const services = await openServices(start, { connections: 2, mailer })
  expect((await sql`select from secret_check`.execute(services.db)).rows).toHaveLength(1)
  await cleanup.disposeAsync()
  expect(mailer.close).toHaveBeenCalledOnce()
  await expect(sql`select 1`.execute(services.db)).rejects.toThrow()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
