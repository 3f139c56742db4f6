import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/connect.ts'
import { accountsUnableToSeeMember, isShownToAuthorToo } from '../authors/visibility.ts'
import { isEntryShownTo } from './entries.ts'

/** Condition: the entry's text is by the account, of a deleted post or of one that it still has. */
const ofAuthor = (accountId: number) =>
  sql`(author_id = ${accountId} or post_id in (select id from posts where account_id = ${accountId}))`

/** Condition: the entry's post was hidden by moderators. Its text stays hidden after the deletion. */
const ofHiddenPosts = (accountId: number) =>
  sql`post_id in (select id from posts where account_id = ${accountId} and hidden)`

const withoutWords = sql`author_id = null, title = null, place_name = null, address = null, lat = null, lng = null`

/** Keeps only the venue, about which others may have posts. */
function clearTexts(tx: Queryable, table: 'saves' | 'collection_entries', accountId: number) {
  return sql`update ${sql.table(table)} set ${withoutWords},
    venue_id = coalesce((select v.venue_id from venue_posts v where v.post_id = ${sql.ref(`${table}.post_id`)}), venue_id)
    where ${ofAuthor(accountId)}`.execute(tx)
}

/**
 * Removes the account's entries, and its texts from others' entries. It removes whole entries of its hidden posts, and
 * those of members in a block or report with the account, who would otherwise see them again. Call
 * it after locking its posts and before their deletion. Entries are locked in one order, which avoids deadlocks between
 * accounts that saved each other's posts.
 */
export async function eraseSavesOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from saves where account_id = ${accountId} or ${ofAuthor(accountId)}
    order by account_id, list, post_id for update`.execute(tx)
  await sql`delete from saves where account_id = ${accountId} or ${ofHiddenPosts(accountId)}
    or account_id in (${accountsUnableToSeeMember(accountId)}) and ${ofAuthor(accountId)}`.execute(tx)
  await clearTexts(tx, 'saves', accountId)
}

export async function countSavesOf(db: Queryable, accountId: number): Promise<{ saves: number; collections: number }> {
  const { rows } = await sql<{ saves: number; collections: number }>`select
    (select count(distinct post_id) from saves where account_id = ${accountId})::integer as saves,
    (select count(*) from collections where account_id = ${accountId})::integer as collections`.execute(db)
  return rows[0] ?? { saves: 0, collections: 0 }
}

type Place = Readonly<{
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
}>

/** Place of an entry; null while its post is hidden from the account. */
function placeOf(accountId: number, alias: 's' | 'e'): RawBuilder<unknown> {
  const isShown = isEntryShownTo({ accountId, bypassesSharedCache: true }, alias, isShownToAuthorToo)
  const columns = ['title', 'place_name', 'address', 'lat', 'lng'].map((name) => {
    const [kept, current] = [sql.ref(`${alias}.${name}`), sql.ref(`p.${name}`)]
    return sql`case when ${isShown} then case when p.id is null then ${kept} else ${current} end end as ${sql.ref(name)}`
  })
  return sql.join(columns)
}

export async function loadSavesOf(db: Queryable, accountId: number) {
  const { rows } = await sql<{ list: string; postId: number; savedAt: Date } & Place>`
    select s.list, s.post_id as "postId", s.saved_at as "savedAt", ${placeOf(accountId, 's')}
    from saves s left join posts p on p.id = s.post_id
    where s.account_id = ${accountId} order by s.saved_at, s.post_id`.execute(db)
  return rows
}

/**
 * Removes the account's collections, and its texts from others' entries. Call it after locking its posts and before
 * their deletion; entries are locked in one order, as in `eraseSavesOf`.
 */
export async function eraseCollectionsOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from collections where account_id = ${accountId} order by id for update`.execute(tx)
  await sql`select from collection_entries
    where collection_id in (select id from collections where account_id = ${accountId}) or ${ofAuthor(accountId)}
    order by collection_id, post_id for update`.execute(tx)
  await tx.deleteFrom('collections').where('account_id', '=', accountId).execute()
  await sql`delete from collection_entries where ${ofHiddenPosts(accountId)}
    or collection_id in (select id from collections where account_id in (${accountsUnableToSeeMember(accountId)}))
      and ${ofAuthor(accountId)}`.execute(tx)
  await clearTexts(tx, 'collection_entries', accountId)
}

export async function loadCollectionsOf(db: Queryable, accountId: number) {
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'key', 'name', 'about', 'visibility', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const { rows: entries } = await sql<{ collection_id: number; postId: number; note: string } & Place>`
    select e.collection_id, e.post_id as "postId", e.note, ${placeOf(accountId, 'e')}
    from collections c join collection_entries e on e.collection_id = c.id left join posts p on p.id = e.post_id
    where c.account_id = ${accountId} order by e.position`.execute(db)
  const byCollection = Map.groupBy(entries, ({ collection_id }) => collection_id)
  return collections.map(({ id, key, created_at, updated_at, ...collection }) => ({
    id: key,
    ...collection,
    createdAt: created_at,
    updatedAt: updated_at,
    entries: (byCollection.get(id) ?? []).map(({ collection_id, ...entry }) => entry),
  }))
}
