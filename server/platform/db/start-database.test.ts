import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPort } from '#tests/own-port.ts'
import { explainLostConnection, makeDataFolder, startDatabase } from './start-database.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'matnanum-folder-'))
})
afterAll(() => rm(root, { recursive: true }))

test('missing folders are created for this user alone, and nothing is left in them', async () => {
  const folder = path.join(root, 'new', 'data')
  await makeDataFolder(folder)
  await makeDataFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([])
})

test('two simultaneous starts can both create it', async () => {
  const folder = path.join(root, 'both', 'data')
  await Promise.all([makeDataFolder(folder), makeDataFolder(folder)])
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['a file', 'file'],
  ['a folder below a file', 'file/data'],
  ['a link to nowhere', 'link'],
  ['a folder below a link to nowhere', 'link/data'],
])('%s is refused with a sentence', async (_, name) => {
  await writeFile(path.join(root, 'file'), '')
  await symlink(path.join(root, 'nowhere'), path.join(root, 'link')).catch(() => {})
  const folder = path.join(root, name)
  await expect(makeDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be used: `)
})

test.runIf(process.platform === 'linux').each(['/proc/matnanum/data', '/proc/self'])(
  '%s, where even root can make no folder, is refused with a sentence',
  async (folder) => {
    await expect(makeDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be used: `)
  },
)

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
