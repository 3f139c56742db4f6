import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { connect, openAllConnections } from '#server/platform/database/connect.ts'
import { choosePostgresUser } from '#server/platform/database/embedded/cluster.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { checkPooler } from '#server/platform/doctor/check-database.ts'
import { ownPort } from '#tests/own-port.ts'
import { copyTemplate } from '#tests/template-database.ts'
import { ensureProgram } from '../scripts/programs/debian.ts'

type Pooler = Readonly<{ url: string; stop: () => Promise<void> }>

/** PgBouncer before the database of `connectionString`, as PostgreSQL's user: it may open the socket, and is not root. */
async function startPooler(program: string, connectionString: string, mode: string, size = 20): Promise<Pooler> {
  const { pathname, searchParams } = new URL(connectionString)
  const [name, host] = [pathname.slice(1), searchParams.get('host') ?? '']
  const port = await ownPort()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-pooler-'))
  const { prefix, change } = await choosePostgresUser(path.join(path.dirname(host), 'postgres'), '')
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
${name} = host=${host} port=${searchParams.get('port')} user=${searchParams.get('user')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
`,
  )
  if (change) for (const file of [folder, settings]) await chown(file, change.uid, change.gid)
  const [command = '', ...rest] = [...prefix, program, settings]
  const pooler = spawn(command, rest, { ...change, stdio: 'ignore' })
  return {
    url: `postgres://anybody@127.0.0.1:${port}/${name}`,
    stop: async () => {
      const ended = once(pooler, 'close')
      pooler.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

for (const mode of ['transaction', 'session']) {
  test(`a pooler in ${mode} mode`, async () => {
    const program = await ensureProgram('pgbouncer')
    test.skip(program === null, 'needs PgBouncer, which only Debian and root can install')
    const { connectionString, remove } = await copyTemplate(process.env.TEMPLATE_URL ?? '')
    const pooler = await startPooler(program ?? '', connectionString, mode)
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'matnanum-pooled-'))
    const config = { databaseUrl: pooler.url, databaseWait: 30, dataDir }
    const started = startDatabase(config, { warn: () => {} }, new AsyncDisposableStack())
    if (mode === 'session') {
      await expect(started).resolves.toBe(pooler.url)
      const { db, pool } = connect(pooler.url, 2)
      const { rows } =
        await sql`select current_setting('statement_timeout') as of_statement, current_setting('lock_timeout') as of_lock`.execute(
          db,
        )
      expect(rows).toEqual([{ of_statement: '10s', of_lock: '2s' }])
      await pool.end()
      const [found] = await checkPooler(config, 34)
      expect(found?.sentence).toMatch(/^DATABASE_URL leads through a pooler.* this one opens 34 at most\.$/)
    } else await expect(started).rejects.toThrow(/pooler in transaction mode.*set pool_mode = session/)
    await pooler.stop()
    await rm(dataDir, { recursive: true })
    await remove()
  })
}

test('a pooler whose connections other instances use is named by a start, which does not wait for long', async () => {
  const program = await ensureProgram('pgbouncer')
  test.skip(program === null, 'needs PgBouncer, which only Debian and root can install')
  const { connectionString, remove } = await copyTemplate(process.env.TEMPLATE_URL ?? '')
  const pooler = await startPooler(program ?? '', connectionString, 'session', 2)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'matnanum-pooled-'))
  const start = (databaseWait: number) =>
    startDatabase({ databaseUrl: pooler.url, databaseWait, dataDir }, { warn: () => {} }, new AsyncDisposableStack())
  await start(30)
  const { pool } = connect(pooler.url, 2)
  await openAllConnections(pool)
  await expect(start(1)).rejects.toThrow(/answered no query within 1 s.*default_pool_size/)
  await pool.end()
  await pooler.stop()
  await rm(dataDir, { recursive: true })
  await remove()
})
