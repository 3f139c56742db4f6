import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { ownPort } from '#tests/own-port.ts'

test('the first signal ends a start that waits for another instance', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-main-'))
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(tx)
    const env = {
      PATH: '',
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      PORT: String(await ownPort()),
    }
    const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
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

test('a start warns about a misspelt name in .env, which has no effect', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-main-'))
  const inUse = createServer().listen(0, '127.0.0.1')
  await once(inUse, 'listening')
  const { port } = inUse.address() as AddressInfo
  await writeFile(path.join(folder, '.env'), `PORT=${port}\nSITE_NAM=국밥\n`)
  const child = spawn(process.execPath, [path.resolve('server/main.ts')], {
    cwd: folder,
    env: { PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [log, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining(`Port ${port}`) })
  expect(log).toContain('.env sets SITE_NAM, which is not a setting and has no effect: did you mean SITE_NAME?')
  inUse.close()
  await rm(folder, { recursive: true })
})

test('a start of several processes that fails says why, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-main-'))
  await writeFile(path.join(folder, 'restore.unfinished'), '')
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: '', DATA_DIR: folder, WEB_CONCURRENCY: '2', PORT: String(await ownPort()) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/restore/)])
  await rm(folder, { recursive: true })
})

test.runIf(process.platform === 'linux')('a machine that allows too few open files is told in a sentence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-main-'))
  const env = { PATH: '', DATA_DIR: folder, WEB_CONCURRENCY: '1', PORT: String(await ownPort()) }
  const command = `ulimit -n 64 && exec '${process.execPath}' server/main.ts`
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(errors).toMatch(/^PostgreSQL may open too few files here: allow at least 1,024, .+\n$/)
  await rm(folder, { recursive: true })
})
