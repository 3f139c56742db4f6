import { sql } from 'kysely'
import { areaPath, authorPath, collectionPath, paths, placePath, postPath } from '#rules/paths.ts'
import type { Queryable } from '../db/connect.ts'
import { pathOfAddress } from '../places/address.ts'

const sitemapKinds = ['areas', 'authors', 'collections', 'places', 'posts'] as const
type SitemapKind = (typeof sitemapKinds)[number]

export type SitemapFile = Readonly<{ kind: SitemapKind; number: number }>

/** A page of the site, and the day on which it last changed ('2026-11-22'). */
export type SitemapEntry = Readonly<{ path: string; changed?: string | null }>

/** The protocol allows 50,000 entries of a file, but those would take seconds to make. */
const IDS_PER_FILE = 10_000

type Row = { id: number; address: string; changed: string | null }

/** Every file of a kind covers a fixed range of ids, so none of them needs to count. */
const tables = {
  areas: {
    rows: sql`select r.id, r.address, ${dayOf('newest.created_at')} as changed
      from areas r cross join lateral (
        select p.created_at from post_areas a join posts p on p.id = a.post_id
        where a.area_id = r.id order by a.post_id desc limit 1
      ) newest`,
    pathOf: ({ address }: Row) => areaPath(pathOfAddress(address)),
  },
  authors: {
    rows: sql`select a.id, a.handle as address, ${dayOf('newest.created_at')} as changed
      from accounts a cross join lateral (
        select created_at from posts where account_id = a.id and not hidden order by id desc limit 1
      ) newest`,
    pathOf: ({ address }: Row) => authorPath(address),
  },
  collections: {
    rows: sql`select c.id, c.key as address, ${dayOf('c.updated_at')} as changed from collections c
      where c.visibility = 'public' and not c.hidden
        and exists (select from collection_entries e join posts p on p.id = e.post_id where e.collection_id = c.id and not p.hidden)`,
    pathOf: ({ address }: Row) => collectionPath(address),
  },
  places: {
    rows: sql`select v.id, '' as address, ${dayOf('newest.created_at')} as changed
      from venues v cross join lateral (
        select p.created_at from venue_posts o join posts p on p.id = o.post_id
        where o.venue_id = v.id order by o.post_id desc limit 1
      ) newest`,
    pathOf: ({ id }: Row) => placePath(String(id)),
  },
  posts: {
    rows: sql`select id, '' as address, ${dayOf('coalesce(updated_at, created_at)')} as changed from posts where not hidden`,
    pathOf: ({ id }: Row) => postPath(String(id)),
  },
} as const

/** SQL of the day of a time, in UTC ('2026-11-22'). */
function dayOf(time: string) {
  return sql.raw(`to_char(${time}, 'YYYY-MM-DD')`)
}

export async function listSitemapFiles(db: Queryable): Promise<SitemapFile[]> {
  const { rows } = await sql<Record<SitemapKind, number>>`
    select coalesce((select max(id) from areas), 0)::float8 as areas,
      coalesce((select max(id) from accounts), -1)::float8 as authors,
      coalesce((select max(id) from collections), -1)::float8 as collections,
      coalesce((select max(id) from venues), -1)::float8 as places,
      coalesce((select max(id) from posts), -1)::float8 as posts`.execute(db)
  return sitemapKinds.flatMap((kind) => {
    const files = Math.floor((rows[0]?.[kind] ?? -1) / IDS_PER_FILE) + 1
    return Array.from({ length: files }, (_, number) => ({ kind, number }))
  })
}

/** The pages that a file lists; the first file of all also has the site's own ones. */
export async function readSitemapFile(db: Queryable, { kind, number }: SitemapFile): Promise<SitemapEntry[]> {
  const { rows: table, pathOf } = tables[kind]
  const { rows } = await sql<Row>`
    select * from (${table}) listed
    where id >= ${number * IDS_PER_FILE} and id < ${(number + 1) * IDS_PER_FILE} order by id`.execute(db)
  const own = kind === 'areas' && number === 0 ? [paths.home, paths.map, areaPath('')] : []
  return [...own.map((path) => ({ path })), ...rows.map((row) => ({ path: pathOf(row), changed: row.changed }))]
}
