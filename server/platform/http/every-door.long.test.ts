import type { InjectOptions, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/site.ts'
import { documents } from '#tests/api.ts'
import { openDatabase } from '#tests/database.ts'
import { uniqueName } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { goodArguments } from '#tests/good-arguments.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import type { Queryable } from '../database/connect.ts'
import { ConnectionTurns, currentNetwork, shareOfNetwork } from '../database/connection-turns.ts'
import { networkOf } from '../limits/networks.ts'
import { nameMail } from '../mail/returns/returned-mail.ts'

/**
 * Every route, also future ones: while the database does not answer, one network requests it more often than there are
 * connections, and another network is still served.
 */

const POOL = 6
const FLOOD = 12
const FLOODING = '127.0.2.1'
const OTHER = '127.0.2.2'

const HOOK_SECRET = 'secret-of-the-hook'
const sentMail = { email: 'hana@naver.com', sentAt: new Date(), random: Buffer.alloc(2) }

/** Tables that the other network reads. */
const FREE = ['place_sources', 'roads']
/** Tables of session lookups: members get past them when these are not locked. */
const OF_SESSIONS = ['sessions', 'accounts', 'blocks', 'posts']

const site = await openPostSite({
  env: { ...unlimited, DATABASE_POOL: String(POOL), MAIL_HOOK_SECRET: HOOK_SECRET },
  connections: POOL,
})
const routes: RouteOptions[] = []
const app = await buildApp(site.services, pagesOfPosts(), { onRoute: (route) => routes.push(route) })
const holder = openDatabase(site.connectionString)
const post = await site.post()
const author = await site.person()
afterAll(async () => {
  await app.close()
  await holder.drop()
})

function pagesOfPosts() {
  return fakeWeb(async (_request, { context }) => {
    await context.graphql(documents.get('getPost') ?? '', { id: post })
    return new Response('page', { headers: { 'content-type': 'text/html' } })
  })
}

type Ask = (caller: Person | null) => InjectOptions

const operations: [string, Ask][] = [...documents].map(([name, query]) => [
  name,
  (caller) => ({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    // A different body each time, past every cache.
    payload: {
      query,
      variables: {
        ...goodArguments(name, { caller: caller?.handle ?? 'x', post, author: author.handle }),
        unused: uniqueName(),
      },
    },
  }),
])

const BOUNDARY = 'every-door'
/** Requests valid enough to reach the database. */
const requests: Record<string, () => Partial<InjectOptions>> = {
  '/*': () => ({ url: `/search?keyword=${uniqueName()}` }),
  '/images/:name': () => ({ url: `/images/${uniqueName().padEnd(22, 'x').slice(0, 22)}.jpg` }),
  '/share/:kind/:id/:version': () => ({ url: `/share/post/${post}/${uniqueName()}` }),
  '/sitemap/:name': () => ({ url: '/sitemap/posts-0.xml' }),
  '/unsubscribe': () => ({
    url: `/unsubscribe?token=${site.services.secrets.sign(`${author.accountId}`, 'end of weekly mails')}`,
  }),
  '/hooks/mail': () => ({
    url: `/hooks/mail?secret=${HOOK_SECRET}`,
    headers: { 'content-type': 'application/json' },
    payload: { message_id: nameMail(site.services.secrets, sentMail), email: sentMail.email, kind: 'hard' },
  }),
  '/account/places/:name': () => ({ url: '/account/places/want.csv' }),
  '/account/import': () => ({ headers: { 'content-type': 'application/octet-stream' }, payload: '이름,주소' }),
  '/v1_1/:account/image/upload': () => ({
    url: '/v1_1/matnanum/image/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: `--${BOUNDARY}--\r\n`,
  }),
}

const doors: [string, Ask][] = routes.flatMap(({ method, url }): [string, Ask][] =>
  [method].flat().map((one) => [
    `${one} ${url}`,
    () => {
      const path = url.replaceAll(/:\w+|\*/g, () => uniqueName())
      return { method: one as 'GET', url: path, ...requests[url]?.() }
    },
  ]),
)

const cases = [...operations, ...doors].flatMap(([name, ask]) =>
  [false, true].map((isMember): [string, Ask, boolean] => [
    `${name} of a ${isMember ? 'member' : 'visitor'}`,
    ask,
    isMember,
  ]),
)

/** Routes that asked for a connection. */
const reached = new Set<string>()
const asking = new Set<string | undefined>()

const { take } = ConnectionTurns.prototype
beforeEach(() => {
  asking.clear()
  vi.spyOn(ConnectionTurns.prototype, 'take').mockImplementation(function (this: ConnectionTurns) {
    asking.add(currentNetwork())
    return take.call(this)
  })
})

test.each(cases)('%s leaves connections to another network', async (name, ask, isMember) => {
  const caller = isMember ? await site.person() : null
  const cookie = [...(caller?.client.cookies ?? [])].map(([key, value]) => `${key}=${value}`).join('; ')
  const tx = await holder.db.startTransaction().execute()
  await lockAll(tx, isMember ? [...FREE, ...OF_SESSIONS] : FREE)
  const flood = Array.from({ length: FLOOD }, () => {
    const asked = ask(caller)
    return app.inject({ ...asked, remoteAddress: FLOODING, headers: { ...asked.headers, ...(cookie && { cookie }) } })
  })
  const held = await heldConnections()
  const query = '{ getPlaceAttributions { source } }'
  const other = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    payload: { query, variables: { unused: uniqueName() } },
    remoteAddress: OTHER,
  })
  await tx.rollback().execute()
  await Promise.all(flood)
  if (asking.has(networkOf(FLOODING))) reached.add(name.split(' ').slice(0, -3).join(' '))
  expect(held).toBeLessThanOrEqual(shareOfNetwork(POOL))
  expect(other.json()).toEqual({ data: { getPlaceAttributions: expect.any(Array) } })
})

test('the requests of the tests above got as far as the database', () => {
  const early = ['login', 'signup', 'forgotPw', 'changePw', 'getPosts']
  const routes = [
    '/*',
    '/unsubscribe',
    '/hooks/mail',
    '/images/:name',
    '/v1_1/:account/image/upload',
    '/account/places/:name',
    '/account/import',
    '/feed.atom',
  ]
  expect([...reached]).toEqual(expect.arrayContaining(early))
  expect([...reached].map((name) => name.split(' ').at(-1))).toEqual(expect.arrayContaining(routes))
})

async function lockAll(tx: Queryable, but: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${but})`.execute(tx)
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  await sql`lock table ${tables} in access exclusive mode`.execute(tx)
}

/** Connections that wait for locks, once their number is stable. */
async function heldConnections(): Promise<number> {
  let held = -1
  for (let same = 0; same < 3; ) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(holder.db)
    same = rows.length === held ? same + 1 : 0
    held = rows.length
  }
  return held
}
