import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Client } from '#tests/api.ts'
import { startProxy } from '#tests/faults/database-proxy.ts'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { type Pair, startPair } from '#tests/postgres-pair.ts'
import { unlimited } from '#tests/unlimited.ts'
import { cookieNames, hasUnseenWrite } from '../http/cookies.ts'
import { migrateJobQueue } from '../jobs/jobs.ts'
import { batchLookups, connect } from './connect.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { migrateToLatest } from './prepare-database.ts'
import { openReplicas, type ReplicaState } from './replicas.ts'

let pair: Pair
let dataDir: string
let site: PostSite
let other: PostSite
let author: Person

beforeAll(async () => {
  pair = await startPair()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-replicas-'))
  const { db } = connect(pair.primary.url, 2)
  await migrateToLatest(db)
  await db.destroy()
  await migrateJobQueue(pair.primary.url, pino({ level: 'silent' }))
  const instanceOf = { connectionString: pair.primary.url, dataDir }
  const env = { ...unlimited, DATABASE_URL: pair.primary.url, DATABASE_READ_URL: pair.standby.url }
  site = await startPostSite({ env, instanceOf })
  other = await startPostSite({ env, instanceOf })
  author = await site.person()
})

afterAll(async () => {
  await site.close()
  await other.close()
  await pair.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Titles of the newest posts for a visitor of an instance, without caches. */
async function titles(by: PostSite = site): Promise<string[]> {
  const { data } = await by.api.fresh().getPosts({ pageParam: 1, filter: 'latest' })
  return data.map(({ title }: { title: string }) => title)
}

const holdReplay = () => pair.standby.run('select pg_wal_replay_pause()')
const replay = () => pair.standby.run('select pg_wal_replay_resume()')

/** Both instances read from the standby once the responses cached for a second are gone. */
const readsFromStandby = () =>
  expect.poll(() => Promise.all([site, other].map(({ services }) => source(services)))).toEqual(['standby', 'standby'])

const source = ({ db, replicas }: Pick<PostSite['services'], 'db' | 'replicas'>) =>
  replicas.read(async () => {
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)
    return rows[0]?.standby ? 'standby' : 'primary'
  })

test('what is the same for everybody is read from the replica, everything else from the primary', async () => {
  await readsFromStandby()
  const { rows } = await sql`select pg_is_in_recovery() as standby`.execute(site.db)
  expect(rows).toEqual([{ standby: false }])
  await site.post({ author, title: '처음 쓴 글' })
  await expect.poll(() => titles(other)).toContain('처음 쓴 글')
})

/** Shared responses with the newest posts, as a member sees them on an instance. */
async function shownTo({ client }: Person, instance: PostSite): Promise<string> {
  const browser = new Client(instance.api.origin, new Map(client.cookies))
  const query = '{ getPosts(pageParam: 1, filter: "latest") { data { title } } }'
  return (await browser.post({ query })).text
}

test('people see at once what they wrote, on every instance; others as soon as the replica has it', async () => {
  await readsFromStandby()
  const reader = await site.person()
  await holdReplay()
  try {
    await site.post({ author, title: '방금 쓴 글' })
    for (const instance of [site, other]) {
      // A visitor's read in between is cached and older.
      expect(await titles(instance)).not.toContain('방금 쓴 글')
      expect(await shownTo(author, instance)).toContain('방금 쓴 글')
      expect(await shownTo(reader, instance)).not.toContain('방금 쓴 글')
    }
  } finally {
    await replay()
  }
  await expect.poll(() => titles(other)).toContain('방금 쓴 글')
})

/** Opens the database as a process of the site does. */
function openWithReplica(url = pair.standby.url, options: { primary?: string; replacedMs?: number } = {}) {
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const { primary = pair.primary.url, ...times } = options
  const replicas = openReplicas({ primary, urls: [url], connections: 4, log, ...times })
  const { db } = connect(primary, 4, { replicas })
  const close = async () => {
    await db.destroy()
    await replicas.close()
  }
  return { from: () => source({ db, replicas }), db, replicas, logged, close }
}

test('people see at once what they wrote, also where nobody has read from the replica for a while', async () => {
  const { replicas, logged, close } = openWithReplica()
  await expect.poll(() => logged.join('')).toContain('reading from a replica')
  await holdReplay()
  await site.post({ author })
  const position = await replicas.position()
  const isThere = replicas.have(position ?? '')
  await replay()
  expect(isThere).toBe(false)
  await expect.poll(() => replicas.have(position ?? '')).toBe(true)
  await close()
})

test('a replica that lags by a second is left out, and comes back when it has caught up', async () => {
  const { from, replicas, logged, close } = openWithReplica()
  await expect.poll(from).toBe('standby')
  await holdReplay()
  await site.post({ author })
  await expect.poll(from).toBe('primary')
  const [{ isUsed, lagBytes }] = replicas.states() as [ReplicaState]
  expect([isUsed, lagBytes > 0]).toEqual([false, true])
  expect(logged.join('')).toContain('it lags by more than a second')
  await replay()
  await expect.poll(from).toBe('standby')
  await expect.poll(() => replicas.states()).toMatchObject([{ isUsed: true, lagBytes: 0 }])
  await close()
})

test('a replica that dies is left out, and comes back', async () => {
  const { from, close } = openWithReplica()
  await expect.poll(from).toBe('standby')
  await pair.standby.kill()
  // An open connection may fail the read that finds it broken.
  await expect.poll(() => from().catch(() => 'away')).toBe('primary')
  for (let times = 0; times < 20; times++) expect(await from()).toBe('primary')
  await pair.standby.start()
  await expect.poll(from).toBe('standby')
  await close()
})

test('a read whose replica is lost is answered by another one, also if it was asked already', async () => {
  const proxy = await startProxy(pair.standby.url)
  const log = pino({ level: 'silent' })
  const urls = [proxy.connectionString, pair.standby.url]
  // A connection to the primary would fail: no server has that address.
  const primary = pair.primary.url
  const replicas = openReplicas({ primary, urls, connections: 4, log })
  const { db } = connect('postgres://nobody@127.0.0.1:1/none', 4, { replicas })
  const areUsed = () => expect.poll(() => replicas.states().map(({ isUsed }) => isUsed)).toEqual([true, true])
  const read = (seconds: number) => replicas.read(() => sql`select pg_sleep(${seconds})`.execute(db))
  await areUsed()
  const running = [read(2), read(2), read(2)]
  const isRunning = async () => {
    const [found] = await pair.standby.run(
      "select count(*)::int from pg_stat_activity where query like '%pg_sleep($1)%' and state = 'active' and pid <> pg_backend_pid()",
    )
    return found?.count
  }
  await expect.poll(isRunning).toBe(3)
  await proxy.cut()
  await Promise.all([...running, read(0), read(0), read(0), read(0)])
  expect(replicas.states().map(({ isUsed }) => isUsed)).toEqual([false, true])
  await proxy.restore()
  await areUsed()
  await db.destroy()
  await replicas.close()
  await proxy.close()
})

test('a read that fails by itself is not asked again', async () => {
  const { from, db, replicas, close } = openWithReplica()
  await expect.poll(from).toBe('standby')
  const failing = replicas.read(() => sql`select 1 / 0`.execute(db))
  await expect(failing).rejects.toThrow('division by zero')
  expect(replicas.states()).toMatchObject([{ isUsed: true }])
  await close()
})

/** The database that answers a member's read. */
async function sources({ db, replicas }: Pick<ReturnType<typeof openWithReplica>, 'db' | 'replicas'>) {
  const { rows } = await replicas.readWithoutPrimary(() =>
    sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db),
  )
  return rows[0]?.standby ? 'standby' : 'primary'
}

test('only while the primary is away a member is read from the replica, and what only the primary may answer never is', async () => {
  const proxy = await startProxy(pair.primary.url)
  const opened = openWithReplica(pair.standby.url, { primary: proxy.connectionString })
  const { db, replicas, close } = opened
  await expect.poll(opened.from).toBe('standby')
  const began = performance.now()
  expect(await sources(opened)).toBe('primary')
  expect(replicas.hasReplacedPrimary(began)).toBe(false)
  const lookups = batchLookups(async (db, asked: readonly number[]) => {
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)
    return asked.map(() => rows[0]?.standby)
  })(db)

  await proxy.cut()
  await expect.poll(() => sources(opened).catch(() => 'away')).toBe('standby')
  expect(replicas.hasReplacedPrimary(began)).toBe(true)
  const write = replicas.readWithoutPrimary(() => sql`delete from sessions`.execute(db))
  await expect(write).rejects.toSatisfy(isDatabaseAway)
  // Asked together, they are not answered together.
  const [member, strict] = await Promise.allSettled([
    replicas.readWithoutPrimary(() => lookups.load(1)),
    lookups.load(2),
  ])
  expect(member).toMatchObject({ value: true })
  expect(strict).toMatchObject({ reason: expect.toSatisfy(isDatabaseAway) })

  await proxy.restore()
  await expect.poll(() => sources(opened).catch(() => 'away')).toBe('primary')
  await close()
  await proxy.close()
})

test('a replica that lagged when the primary was lost does not replace it, and none does for longer than the bound', async () => {
  const proxy = await startProxy(pair.primary.url)
  const primary = proxy.connectionString
  const [late, bounded] = [
    openWithReplica(pair.standby.url, { primary }),
    openWithReplica(pair.standby.url, { primary, replacedMs: 3000 }),
  ]
  await expect.poll(() => late.replicas.canReplacePrimary() && bounded.replicas.canReplacePrimary()).toBe(true)
  await proxy.cut()
  await expect.poll(() => sources(bounded).catch(() => 'away')).toBe('standby')
  await expect.poll(() => sources(bounded).catch(() => 'away')).toBe('away')
  expect(bounded.replicas.canReplacePrimary()).toBe(false)
  expect(late.replicas.canReplacePrimary()).toBe(true)

  await proxy.restore()
  await expect.poll(() => sources(late).catch(() => 'away')).toBe('primary')
  await holdReplay()
  // Such as a session that is ended meanwhile.
  await site.post({ author })
  await expect.poll(() => late.replicas.canReplacePrimary()).toBe(false)
  await proxy.cut()
  await expect.poll(() => late.logged.filter((line) => line.includes('is away'))).toHaveLength(2)
  await expect(sources(late)).rejects.toSatisfy(isDatabaseAway)
  await replay()
  await Promise.all([late.close(), bounded.close()])
  await proxy.close()
})

/** URL of an address that leads to the primary and the standby by turns. */
async function balanced(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balanced-'))
  const sockets = [pair.primary, pair.standby].map(
    ({ url }) => `${URL.parse(url)?.searchParams.get('host')}/.s.PGSQL.5432`,
  )
  let number = 0
  const server = createServer((client) => {
    const upstream = createConnection(sockets[number++ % 2] ?? '')
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  await once(server.listen(path.join(folder, '.s.PGSQL.5432')), 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  const url = new URL(pair.standby.url)
  url.searchParams.set('host', folder)
  return url.href
}

test('an address of several servers serves nothing staler than what it measures, and is told once', async () => {
  const { from, replicas, logged, close } = openWithReplica(await balanced())
  await expect.poll(() => logged.join('')).toContain('reading from a replica')
  // The measured server is the first, the primary, so the standby may lag without being left out.
  const sources = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const together = await Promise.all([from(), from(), from(), from()])
    for (const one of together) sources.add(one)
  }
  expect([...sources]).toEqual(['primary'])
  expect(replicas.states()).toMatchObject([{ isUsed: true }])
  expect(logged.join('').match(/leads to several servers/g)).toHaveLength(1)
  await close()
})

test('only a position that the site signed sends its bearer past the caches', async () => {
  await readsFromStandby()
  const { written } = cookieNames(site.config)
  const isUnseen = (value: string) =>
    hasUnseenWrite(site.services, { cookies: { [written]: value } } as unknown as FastifyRequest)
  expect(isUnseen(site.services.secrets.sign('FFFFFFFF/FFFFFFFF', 'position of a write'))).toBe(true)
  expect(isUnseen(site.services.secrets.sign('FFFFFFFF/FFFFFFFF', 'cursor'))).toBe(false)
  expect(isUnseen('FFFFFFFFFFFFFFFFFFFFFFFF')).toBe(false)
  const past = site.services.secrets.sign('0/1', 'position of a write')
  await expect.poll(() => isUnseen(past)).toBe(false)
})
