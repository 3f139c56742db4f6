import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { areaPath, authorPath, collectionPath, paths, placePath, postPath, sitePaths } from '#rules/paths.ts'
import type { Services } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError } from '../../platform/errors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { CompressibleBody, sendBody } from '../../platform/http/compression.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { FairGate } from '../../platform/turns/fair-gate.ts'
import { pathOfAddress } from '../places/address.ts'
import { isShopGone } from '../places/shops/shop-reports.ts'
import { isShopSaved } from '../posts/venues/shops-without-posts.ts'

const MAX_AGE_SECONDS = 3600
const BUDGET = 32 * 2 ** 20

/** Milliseconds before each file: a client that requests all of them uses a few percent of a core. */
const PAUSE = 200
const MOST_WAITING = 20

type Index = Readonly<{ files: SitemapFile[]; body: CompressibleBody }>

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export function registerSitemap(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>): void {
  const { publicOrigin: origin } = config
  const gate = new FairGate({ atOnce: 1, maxWaiting: MOST_WAITING, retryAfter: 30, pause: () => wait(PAUSE) })
  const kept = new LRUCache<'index', Index>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: async () => {
      const files = await gate.run([], () => listSitemapFiles(db))
      return { files, body: new CompressibleBody(Buffer.from(indexXml(origin, files))) }
    },
  })
  const bodies = new LRUCache<string, CompressibleBody, { file: SitemapFile; network: string }>({
    maxSize: BUDGET,
    sizeCalculation: ({ size }) => size,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: async (_name, _old, { context: { file, network } }) => {
      const entries = await gate.run([network], () => loadSitemapFile(db, file))
      return new CompressibleBody(Buffer.from(fileXml(origin, entries)))
    },
  })

  app.get(sitePaths.sitemap, async (request, reply) => {
    const index = await kept.fetch('index')
    if (!index) throw new AppError('UNAVAILABLE')
    return send(request, reply, index.body)
  })
  app.get<{ Params: { name: string } }>(sitePaths.sitemapFile, async (request, reply) => {
    const index = await kept.fetch('index')
    const file = index?.files.find((one) => fileName(one) === request.params.name)
    const context = file && { file, network: networkOf(request.ip) }
    const body = context && (await bodies.fetch(fileName(file), { context }))
    if (!body) throw new HttpError(404, 'BAD_USER_INPUT')
    return send(request, reply, body)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, body: CompressibleBody): FastifyReply {
  reply.headers({ 'cache-control': `public, max-age=${MAX_AGE_SECONDS}`, vary: 'accept-encoding' })
  return sendBody(request, reply.type('application/xml; charset=utf-8'), body)
}

function fileName({ kind, number }: SitemapFile): string {
  return `${kind}-${number}.xml`
}

function indexXml(origin: string, files: readonly SitemapFile[]): string {
  const lines = files.map((file) => `<sitemap><loc>${origin}/sitemap/${fileName(file)}</loc></sitemap>\n`)
  return `${XML}<sitemapindex ${PROTOCOL}>\n${lines.join('')}</sitemapindex>\n`
}

function fileXml(origin: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ path, changed }) => {
    const day = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${escapeHtml(origin + path)}</loc>${day}</url>\n`
  })
  return `${XML}<urlset ${PROTOCOL}>\n${lines.join('')}</urlset>\n`
}

const sitemapKinds = ['areas', 'authors', 'collections', 'places', 'posts', 'shops'] as const
type SitemapKind = (typeof sitemapKinds)[number]

export type SitemapFile = Readonly<{ kind: SitemapKind; number: number }>

/** A page with the day of its last change ('2026-11-22'), where that is known. */
export type SitemapEntry = Readonly<{ path: string; changed?: string | null }>

/** Fewer than the protocol's 50,000 entries, which would take seconds. */
const IDS_PER_FILE = 10_000

type Row = { id: number; address: string; changed: string | null }

/**
 * Each file covers a fixed range of ids, so no file but of shops needs a count. Lists of posts have no day: the day of their newest
 * post would go back when that post is deleted.
 */
const tables = {
  areas: {
    rows: sql`select r.id, r.address, null as changed from areas r
      where exists (select from post_areas a where a.area_id = r.id)`,
    pathOf: ({ address }: Row) => areaPath(pathOfAddress(address)),
  },
  authors: {
    rows: sql`select a.id, a.handle as address, null as changed from accounts a
      where exists (select from posts p where p.account_id = a.id and not p.hidden)`,
    pathOf: ({ address }: Row) => authorPath(address),
  },
  collections: {
    rows: sql`select c.id, c.key as address, ${dayOf('c.updated_at')} as changed from collections c
      where c.visibility = 'public' and not c.hidden
        and exists (select from collection_entries e left join posts p on p.id = e.post_id
          where e.collection_id = c.id and (e.from_shop or not p.hidden))`,
    pathOf: ({ address }: Row) => collectionPath(address),
  },
  places: {
    // By the id of its first post: the id of a shop's place is no number of a sequence.
    rows: sql`select o.post_id as id, o.venue_id::text as address, null as changed from venue_posts o
      where not exists (select from venue_posts f where f.venue_id = o.venue_id and f.post_id < o.post_id)`,
    pathOf: ({ address }: Row) => placePath(address),
  },
  posts: {
    rows: sql`select id, '' as address, ${dayOf('coalesce(updated_at, created_at)')} as changed from posts where not hidden`,
    pathOf: ({ id }: Row) => postPath(String(id)),
  },
  shops: {
    // By their rank: the id of a shop is no number of a sequence.
    rows: sql`select row_number() over (order by kept.venue_id) - 1 as id, kept.venue_id::text as address, null as changed
      from (select distinct venue_id from saves where from_shop) kept
      where ${isShopSaved(sql`kept.venue_id`)} and not ${isShopGone(sql`kept.venue_id`)}
        and not exists (select from venues v where v.id = kept.venue_id)`,
    pathOf: ({ address }: Row) => placePath(address),
  },
} as const

function dayOf(time: string) {
  return sql.raw(`to_char(${time}, 'YYYY-MM-DD')`)
}

async function listSitemapFiles(db: Queryable): Promise<SitemapFile[]> {
  const { rows } = await sql<Record<SitemapKind, number>>`
    select coalesce((select max(id) from areas), 0)::float8 as areas,
      coalesce((select max(id) from accounts), -1)::float8 as authors,
      coalesce((select max(id) from collections), -1)::float8 as collections,
      coalesce((select max(post_id) from venue_posts), -1)::float8 as places,
      coalesce((select max(id) from posts), -1)::float8 as posts,
      (select count(distinct venue_id) - 1 from saves where from_shop)::float8 as shops`.execute(db)
  return sitemapKinds.flatMap((kind) => {
    const files = Math.floor((rows[0]?.[kind] ?? -1) / IDS_PER_FILE) + 1
    return Array.from({ length: files }, (_, number) => ({ kind, number }))
  })
}

export async function loadSitemapFile(db: Queryable, { kind, number }: SitemapFile): Promise<SitemapEntry[]> {
  const { rows: table, pathOf } = tables[kind]
  const { rows } = await sql<Row>`
    select * from (${table}) listed
    where id >= ${number * IDS_PER_FILE} and id < ${(number + 1) * IDS_PER_FILE} order by id`.execute(db)
  const own = kind === 'areas' && number === 0 ? [paths.home, paths.map, areaPath('')] : []
  return [...own.map((path) => ({ path })), ...rows.map((row) => ({ path: pathOf(row), changed: row.changed }))]
}
