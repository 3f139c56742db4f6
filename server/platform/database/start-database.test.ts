import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPort } from '#tests/own-port.ts'
import { explainLostConnection, startDatabase } from './start-database.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'matnanum-folder-'))
})
afterAll(() => rm(root, { recursive: true }))

test('a start waits for a database that boots later, and says so once', async () => {
  const port = await ownPort()
  const lines: string[] = []
  const log = { warn: (_: object, message: string) => void lines.push(message) }
  const config = { databaseUrl: `postgres://me@127.0.0.1:${port}/site`, databaseWait: 30, dataDir: root }
  const started = startDatabase(config, log, new AsyncDisposableStack())
  await expect.poll(() => lines).toEqual(['the database does not answer yet; waiting for it, 30 s at most'])
  // This port has no PostgreSQL, which the start's next step finds out.
  const server = createServer((socket) => socket.end()).listen(port, '127.0.0.1')
  await expect(started).resolves.toBe(config.databaseUrl)
  expect(lines).toHaveLength(1)
  server.close()
})

test('a connection that ends during a start is told with its likely cause, and other failures as they are', () => {
  const lost = new Error('Connection terminated unexpectedly')
  const config = { databaseUrl: 'postgres://me@db.example/site' }
  expect(explainLostConnection(lost, config)).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/\(Connection terminated unexpectedly\): .+ default_pool_size .+ all instances/),
  })
  expect(explainLostConnection(lost, { databaseUrl: null })).toBe(lost)
  const other = new TypeError('x is undefined')
  expect(explainLostConnection(other, config)).toBe(other)
})
