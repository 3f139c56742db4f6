import { open } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ownPort } from '#tests/own-port.ts'
import { openClient, openPool } from './connect.ts'
import { isDatabaseAway } from './is-database-away.ts'

test.each([
  ['08006', 'connection failure'],
  ['25006', 'read-only after a fail-over'],
  ['28P01', 'a changed password'],
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['55P03', 'a lock that is held'],
  ['57014', 'the time limit of a statement'],
  ['57P01', 'shutdown by the administrator'],
  ['57P02', 'crash of another backend'],
  ['57P03', 'starting up'],
  ['58030', 'an input or output error of the disk'],
])('%s (%s) means that the database is away', (code) => {
  expect(isDatabaseAway(databaseError(code))).toBe(true)
})

test.each(['23505', '42P01', '22003', 'XX000', '40P01'])('%s does not', (code) => {
  expect(isDatabaseAway(databaseError(code))).toBe(false)
})

test('nothing listens at the port, also under a name with several addresses', async () => {
  const port = await ownPort()
  for (const host of ['127.0.0.1', 'localhost', 'nowhere.invalid']) {
    expect(await failureOf(`postgres://nobody@${host}:${port}/none`)).toBe(true)
  }
})

test('no socket at its path', async () => {
  expect(await failureOf('postgres:///none?host=/nowhere&user=nobody')).toBe(true)
})

test('a server that hangs up during the connection', async () => {
  const port = await listen((socket) => socket.destroy())
  expect(await failureOf(`postgres://nobody@127.0.0.1:${port}/none`)).toBe(true)
})

test('a server that never answers', async () => {
  const port = await listen(() => {})
  const pool = openPool({ connectionString: `postgres://nobody@127.0.0.1:${port}/none`, connectionTimeoutMillis: 100 })
  const error = await pool.query('select 1').catch((failure: unknown) => failure)
  expect(isDatabaseAway(error)).toBe(true)
  await pool.end()
})

test('a missing file does not mean that the database is away', async () => {
  const error = await open('/nowhere').catch((failure: unknown) => failure)
  expect(isDatabaseAway(error)).toBe(false)
})

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('words of the server', 0, 'error'), { code })
}

async function failureOf(connectionString: string): Promise<boolean> {
  const error = await openClient({ connectionString })
    .connect()
    .catch((failure: unknown) => failure)
  return isDatabaseAway(error)
}

const sockets: Socket[] = []

/** Server on a free port that calls `onConnection` and does not keep the process alive. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const port = await ownPort()
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return port
}
