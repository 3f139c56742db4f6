import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/connect.ts'
import { accountsUnableToSeeMember, isShownToAuthorToo } from '../authors/visibility.ts'
import { lockHearts } from './collections/plan-members.ts'
import { isEntryShownTo, representingPost } from './entries.ts'

/** SQL condition: the entry's text is by the account, from a post that it deleted or still has. */
const ofAuthor = (accountId: number) =>
  sql`(author_id = ${accountId} or post_id in (select id from posts where account_id = ${accountId}))`

/** SQL condition: the entry's post was hidden by moderators. Its text stays hidden after the deletion. */
const ofHiddenPosts = (accountId: number) =>
  sql`post_id in (select id from posts where account_id = ${accountId} and hidden)`

/** SQL condition: all posts about the entry's place are the member's own. */
const ofOwnPostsOnly = (table: 'saves' | 'collection_entries', accountId: number) =>
  sql`not exists (select from venue_posts v join posts p on p.id = v.post_id
    where v.venue_id = ${sql.ref(`${table}.venue_id`)} and p.account_id <> ${accountId})`

/** SQL that clears the texts of entries without a place; entries of a place have only texts of public data. */
const withoutWords = sql`author_id = null, title = null, place_name = null, address = null, lat = null, lng = null`

/** Deletes entries of lists with their visits. */
export async function deleteSaves(tx: Queryable, condition: RawBuilder<unknown>): Promise<void> {
  await sql`with removed as (delete from saves where ${condition} returning account_id, list, post_id)
    delete from visits v using removed r
    where r.list = 'been' and v.account_id = r.account_id and v.post_id = r.post_id`.execute(tx)
}

/**
 * Deletes the account's entries, and clears its texts in others' entries. Others' entries of its hidden posts are deleted; so are
 * those that members in a block or report with the account have of its posts, which they would see again, unless the place has
 * posts of others. Call it after locking the account's posts and before their deletion. Entries are locked in one order, which
 * avoids deadlocks between accounts that saved each other's posts.
 */
export async function eraseSavesOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from saves where account_id = ${accountId} or ${ofAuthor(accountId)}
    order by account_id, list, post_id for update`.execute(tx)
  await deleteSaves(
    tx,
    sql`account_id = ${accountId} or not from_shop and ${ofHiddenPosts(accountId)}
    or account_id in (${accountsUnableToSeeMember(accountId)}) and not from_shop and ${ofAuthor(accountId)}
      and ${ofOwnPostsOnly('saves', accountId)}`,
  )
  await sql`update saves set ${withoutWords} where venue_id is null and ${ofAuthor(accountId)}`.execute(tx)
}

export async function countSavesOf(db: Queryable, accountId: number): Promise<{ saves: number; collections: number }> {
  const { rows } = await sql<{ saves: number; collections: number }>`select
    (select count(distinct (venue_id, case when venue_id is null then post_id end))
      from saves where account_id = ${accountId})::integer as saves,
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

/** SQL that left joins `p`, the post that represents an entry: unlike in lists also a hidden one that the account wrote. */
function joinShownPost(
  accountId: number,
  table: 'saves' | 'collection_entries',
  alias: 's' | 'e',
): RawBuilder<unknown> {
  const reader = { accountId, bypassesSharedCache: true }
  return sql`left join lateral ${representingPost(table, alias, { reader, isShown: isShownToAuthorToo })} p on true`
}

/** SQL of the columns of an entry's place; null while its post is hidden from the account. */
function placeOf(accountId: number, alias: 's' | 'e'): RawBuilder<unknown> {
  const isShown = isEntryShownTo({ accountId, bypassesSharedCache: true }, alias)
  const columns = ['title', 'place_name', 'address', 'lat', 'lng'].map((name) => {
    const [kept, current] = [sql.ref(`${alias}.${name}`), sql.ref(`p.${name}`)]
    return sql`case when ${isShown} then case when p.id is null then ${kept} else ${current} end end as ${sql.ref(name)}`
  })
  return sql.join(columns)
}

type Visit = { day: string; again: boolean | null }

export async function loadSavesOf(db: Queryable, accountId: number) {
  type Row = {
    list: string
    postId: number
    placeId: string | null
    savedAt: Date
    category: string | null
    visits: Visit[] | null
  } & Place
  const { rows } = await sql<Row>`
    select s.list, s.post_id as "postId", s.venue_id::text as "placeId", s.saved_at as "savedAt",
      ${placeOf(accountId, 's')}, s.category,
      case when s.list = 'been' then array(
        select json_build_object('day', to_char(v.day, 'YYYY-MM-DD'), 'again', v.again) from visits v
        where v.account_id = s.account_id and v.post_id = s.post_id order by v.day, v.id
      ) end as visits
    from saves s ${joinShownPost(accountId, 'saves', 's')}
    where s.account_id = ${accountId} order by s.saved_at, s.post_id`.execute(db)
  return rows.map(({ category, visits, ...row }) => {
    const kind = category === null ? {} : { category }
    return { ...row, ...kind, ...(visits !== null && { visits }) }
  })
}

/**
 * Deletes the account's collections and hearts, and clears its texts and name in others' entries. Call it after locking its
 * posts and before their deletion; entries are locked in one order, as in `eraseSavesOf`.
 */
export async function eraseCollectionsOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from collections where account_id = ${accountId} order by id for update`.execute(tx)
  const isOwn = sql`collection_id in (select id from collections where account_id = ${accountId})`
  await sql`select from collection_entries where ${isOwn} or added_by = ${accountId} or ${ofAuthor(accountId)}
    order by collection_id, post_id for update`.execute(tx)
  await lockHearts(
    tx,
    sql`account_id = ${accountId} or ${isOwn}
      or (collection_id, post_id) in (select collection_id, post_id from collection_entries where ${ofAuthor(accountId)})`,
  )
  await tx.deleteFrom('collection_hearts').where('account_id', '=', accountId).execute()
  await sql`update collection_entries set added_by = null where added_by = ${accountId}`.execute(tx)
  await tx.deleteFrom('collections').where('account_id', '=', accountId).execute()
  await sql`delete from collection_entries where not from_shop and (${ofHiddenPosts(accountId)}
    or collection_id in (select id from collections where account_id in (${accountsUnableToSeeMember(accountId)}))
      and ${ofAuthor(accountId)} and ${ofOwnPostsOnly('collection_entries', accountId)})`.execute(tx)
  await sql`update collection_entries set ${withoutWords}
    where venue_id is null and ${ofAuthor(accountId)}`.execute(tx)
}

export async function loadCollectionsOf(db: Queryable, accountId: number) {
  const collections = await db
    .selectFrom('collections')
    .select([
      'id',
      'key',
      'name',
      'about',
      'visibility',
      'plan_at',
      'from_name',
      'from_lat',
      'from_lng',
      'members_add',
      'created_at',
      'updated_at',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  type Row = { collection_id: number; postId: number; placeId: string | null; category: string | null; note: string }
  const { rows: entries } = await sql<Row & Place>`
    select e.collection_id, e.post_id as "postId", e.note, ${placeOf(accountId, 'e')}, e.category,
      case when e.from_shop and e.post_id = e.venue_id then e.venue_id::text end as "placeId"
    from collections c join collection_entries e on e.collection_id = c.id
    ${joinShownPost(accountId, 'collection_entries', 'e')}
    where c.account_id = ${accountId} order by e.position`.execute(db)
  const byCollection = Map.groupBy(entries, ({ collection_id }) => collection_id)
  return collections.map(
    ({
      id,
      key,
      plan_at,
      from_name: name,
      from_lat,
      from_lng,
      members_add,
      created_at,
      updated_at,
      ...collection
    }) => ({
      id: key,
      ...collection,
      planAt: plan_at,
      planFrom: name === null ? null : { name, lat: from_lat, lng: from_lng },
      membersAdd: members_add,
      createdAt: created_at,
      updatedAt: updated_at,
      entries: (byCollection.get(id) ?? []).map(({ collection_id, placeId, category, ...entry }) => ({
        ...entry,
        ...(placeId !== null && { placeId, category }),
      })),
    }),
  )
}
