import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { ownPort } from '#tests/own-port.ts'

test('the first signal ends a start that waits for another instance', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-main-'))
  await database.db.transaction().execute(async (tx) => {
    // The start cannot continue while the table of migrations is locked.
    await sql`lock table kysely_migration in access exclusive mode`.execute(tx)
    const env = {
      PATH: '',
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      PORT: String(await ownPort()),
    }
    const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const said: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
    const waiting = sql`select from pg_locks where not granted and relation = 'kysely_migration'::regclass`
    await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBeGreaterThan(0)

    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(Buffer.concat(said).toString()).toMatch(/"msg":"Stopping: received SIGTERM\."[\s\S]*"msg":"Stopped\."/)
  })
  await database.drop()
  await rm(dataDir, { recursive: true })
})
