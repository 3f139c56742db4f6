import { type RawBuilder, sql } from 'kysely'
import type {
  CountResult,
  MutationDecideShopArgs,
  MutationTellShopArgs,
  QueryGetToldShopsArgs,
  ToldShop,
} from '#contract/schema.gen.ts'
import { placeMessages } from '#rules/places.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { AppError, requireId } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { addToModerationRecord } from '../../enforcement/decisions.ts'
import { countsInRankings } from '../../enforcement/require-writer.ts'
import { loadShop } from './find-shops.ts'

/** Number of members whose reports together hide a shop from lists. */
const ENOUGH = 2

/**
 * SQL of the reports `w` that count: not dismissed by a moderator, and by members who count in rankings, so that new accounts cannot hide
 * a shop.
 */
const wordsThatCount = sql`shop_words w join accounts speaker on speaker.id = w.account_id and not w.dismissed
    and ${countsInRankings('speaker')}`

/** SQL condition: a moderator has decided that the shop is gone, or enough members have reported it as gone or moved. */
export function isShopGone(shopId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from shop_decisions d where d.shop_id = ${shopId} and d.gone)
    or (select count(*) from ${wordsThatCount} where w.shop_id = ${shopId}) >= ${sql.lit(ENOUGH)})`
}

/** The ids of those shops that are gone by a moderator's decision or members' reports. */
export async function findGoneShops(db: Queryable, shopIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (shopIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`${prepared}
    select a.id from unnest(${arrayOf('bigint', shopIds)}) a(id) where ${isShopGone(sql`a.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores or withdraws a member's report (`word`) that a shop is gone or has moved.
 * @throws {AppError} NOT_FOUND for an id of no shop of public data, RATE_LIMITED
 */
export async function tellShop(context: MemberContext, { id, word, told }: MutationTellShopArgs): Promise<CountResult> {
  const { db, session, secrets, ip } = context
  const shopId = requireId(id)
  const network = secrets.bucketName(`shop\n${networkOf(ip)}`)
  const own = { shop_id: shopId, account_id: session.accountId }
  await limited(context, 'report', async () => {
    if (!told) {
      // A report that a moderator has handled stays: deleted, it could be made again and would count.
      return db
        .deleteFrom('shop_words')
        .where('shop_id', '=', shopId)
        .where('account_id', '=', session.accountId)
        .where('handled_at', 'is', null)
        .execute()
    }
    const shop = await loadShop(db, shopId)
    if (!shop) throw new AppError('NOT_FOUND', { message: placeMessages.unknownShop })
    // A dismissed report stays dismissed: only other members' reports count.
    return db
      .insertInto('shop_words')
      .values({ ...own, word, name: shop.name, network })
      .onConflict((conflict) => conflict.columns(['shop_id', 'account_id']).doUpdateSet({ word, name: shop.name }))
      .execute()
  })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${wordsThatCount} where w.shop_id = ${shopId}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === (told ? ENOUGH : ENOUGH - 1)) changesOf(db).announce(null)
  return { count, id: String(shopId) }
}

const MOST_TOLD = 100

type ToldRow = Omit<ToldShop, 'name' | 'since'> & { name: string | null; since: Date }

/** SQL columns over a shop's reports `w`: its name, how many reports of each kind, and from how many networks. */
const toldColumns = sql`(array_agg(w.name order by w.created_at desc))[1] as name,
  (count(*) filter (where w.word = 'gone'))::integer as gone, (count(*) filter (where w.word = 'moved'))::integer as moved,
  count(distinct w.network)::integer as networks`

/** Reported shops for moderators: those to decide about, or those that they have hidden. */
export async function getToldShops({ db }: MemberContext, { decided }: QueryGetToldShopsArgs): Promise<ToldShop[]> {
  const rows = decided ? await loadHiddenShops(db) : await loadUndecidedShops(db)
  return rows.flatMap(({ name, since, ...row }) => (name ? [{ ...row, name, since: since.toISOString() }] : []))
}

/** If the reports were deleted with their authors' accounts, the name comes from the list, if one still has the shop. */
async function loadHiddenShops(db: Queryable): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select d.shop_id::text as id, told.*, d.decided_at as since from shop_decisions d
    cross join lateral (select ${toldColumns} from shop_words w where w.shop_id = d.shop_id) told
    where d.gone order by d.decided_at desc, d.shop_id limit ${sql.lit(MOST_TOLD)}`.execute(db)
  for (const row of rows) row.name ??= (await loadShop(db, Number(row.id)))?.name ?? null
  return rows
}

async function loadUndecidedShops(db: Queryable): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select w.shop_id::text as id, ${toldColumns}, min(w.created_at) as since
    from ${wordsThatCount}
    where w.shop_id in (select shop_id from shop_words where handled_at is null)
      and not exists (select from shop_decisions d where d.shop_id = w.shop_id and d.gone)
    group by w.shop_id having count(*) >= ${sql.lit(ENOUGH)}
    order by min(w.created_at), w.shop_id limit ${sql.lit(MOST_TOLD)}`.execute(db)
  return rows
}

/**
 * Hides a reported shop from lists, or shows it again, and marks its reports as handled. The decision stays when the reporters'
 * accounts are deleted.
 */
export async function decideShop(context: MemberContext, { id, gone }: MutationDecideShopArgs): Promise<CountResult> {
  const shopId = requireId(id)
  const count = await context.db.transaction().execute(async (tx) => {
    // A second moderator at the same time waits here, and then sees the first one's decision.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${shopId}`}, 0))`.execute(tx)
    const decided = await sql`select from shop_decisions where shop_id = ${shopId} and gone`.execute(tx)
    const wasGone = decided.rows.length > 0
    const words = await sql`update shop_words set handled_at = now(), dismissed = ${!gone}
      where shop_id = ${shopId} and not dismissed and (handled_at is null or ${!gone}) returning account_id`.execute(tx)
    const isNew = gone ? !wasGone && words.rows.length > 0 : wasGone || words.rows.length > 0
    if (!isNew) return 0
    await sql`insert into shop_decisions (shop_id, gone) values (${shopId}, ${gone})
      on conflict (shop_id) do update set gone = excluded.gone, decided_at = now()`.execute(tx)
    const action = gone ? 'hide' : 'restore'
    await addToModerationRecord(tx, { actorId: context.session.accountId, action, kind: 'shop', itemId: shopId })
    return 1
  })
  if (count > 0) changesOf(context.db).announce(null)
  return { count, id }
}

/** A member's reports about shops, for the export of their data. */
export async function loadShopReportsOf(db: Queryable, accountId: number) {
  const { rows } = await sql<{ shopId: string; name: string; word: string; saidAt: Date }>`
    select shop_id::text as "shopId", name, word, created_at as "saidAt" from shop_words
    where account_id = ${accountId} order by created_at, shop_id`.execute(db)
  return rows
}
