import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { loadConfig } from './config.ts'
import { createLog } from './log.ts'
import { openServices } from './open-services.ts'
import { Opened } from './opened.ts'

test('what was opened last closes first, also when a part fails to close', async () => {
  const log = { warn: vi.fn(), error: vi.fn() }
  const opened = new Opened(log)
  const closed: string[] = []
  for (const name of ['database', 'connections', 'pictures']) {
    opened.add(name, async () => {
      closed.push(name)
      if (name === 'connections') throw new Error('lost')
    })
  }
  await opened.close()
  await opened.close()
  expect(closed).toEqual(['pictures', 'connections', 'database'])
  expect(log.error.mock.calls.map(([, message]) => message)).toEqual(['stopping: connections'])
})

test('the services work on the configured database until they are closed', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-open-'))
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.connectionString })
  const opened = new Opened(console)
  const mailer = { send: async () => {}, close: vi.fn() }
  const { services, databaseUrl } = await openServices(config, createLog('silent'), opened, { connections: 2, mailer })
  expect(databaseUrl).toBe(database.connectionString)
  expect((await sql`select from secret_check`.execute(services.db)).rows).toHaveLength(1)
  await opened.close()
  expect(mailer.close).toHaveBeenCalledOnce()
  await expect(sql`select 1`.execute(services.db)).rejects.toThrow()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
