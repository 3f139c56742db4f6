import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationSavePlaceArgs, MutationSavePostArgs } from '#contract/schema.gen.ts'
import { foodKindOfCategory } from '#rules/food-categories.ts'
import { MAX_SAVED_PER_LIST, type SaveList, saveLists, saveMessages } from '#rules/saves.ts'
import { limited, type MemberContext, type Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { shownVisitorCount } from '../../platform/database/shown.ts'
import { AppError, badInput, requireId } from '../../platform/errors.ts'
import { isShownTo } from '../authors/visibility.ts'
import { type FoundShop, loadShop } from '../places/shops/find-shops.ts'
import { isShopId } from '../places/shops/shop-id.ts'
import { factsOf } from '../posts/lists/list-filter.ts'
import { loadShopStates } from '../posts/venues/shops-without-posts.ts'

/**
 * Puts the place of a post, or a post without a place, into a list of the caller, or takes it out, as `saved` says; repeating it
 * changes nothing.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED, BAD_USER_INPUT for an unknown or full list
 */
export async function savePost(context: MemberContext, args: MutationSavePostArgs): Promise<CountResult> {
  const count = await change(context, args, () => ({ post: requireId(args.post) }))
  return { count, id: args.post }
}

/** As `savePost`, for a place with posts that the caller sees, or a shop of public data. @throws {AppError} as `savePost` */
export async function savePlace(context: MemberContext, args: MutationSavePlaceArgs): Promise<CountResult> {
  const count = await change(context, args, () => findSaveTarget(context, requireId(args.place)))
  return { count, id: args.place }
}

async function change(
  context: MemberContext,
  args: Pick<MutationSavePostArgs, 'list' | 'saved'>,
  find: () => SaveTarget | Promise<SaveTarget>,
): Promise<number> {
  const list = saveLists.find((name) => name === args.list)
  if (!list) throw badInput([{ field: 'list', message: saveMessages.list }])
  const { db, session: reader } = context
  return limited(context, 'like', async () => {
    const marked = await find()
    const { count, place } = args.saved
      ? await saveEntry(db, { reader, list, marked }, async (_, { count, place }) => ({ count, place }))
      : await deleteEntry(db, { reader, list, marked })
    if (count > 0 && list === 'been') announceBeenCount(db, place)
    return count
  })
}

/** Adds an entry to a list, and runs `work` in the same transaction. @throws {AppError} as `lockMarked`, `mark` */
export async function saveEntry<Result>(
  db: Database,
  entry: Entry,
  work: (tx: Queryable, done: Done) => Promise<Result>,
): Promise<Result> {
  const shop = await shopOf(db, entry.marked)
  return db.transaction().execute(async (tx) => {
    await lockMarked(tx, entry.reader, entry.marked)
    return work(tx, await mark(tx, { ...entry, shop }))
  })
}

/** Announces that another number of people were at the place, which pages show. Call it after the commit. */
export function announceBeenCount(db: Database, place: number | null): void {
  changesOf(db).announce(place === null ? [] : [shownVisitorCount(place)])
}

/**
 * What a member saves: a post, with the place under which it was found; or a place without a post, with its shop, which is
 * null if no public data have it.
 */
export type SaveTarget = Readonly<
  { post: number; place?: number; shop?: never } | { post: null; place: number; shop?: FoundShop | null }
>

/** Finds a place as the reader may save it: by its newest post that they see, or as a shop of public data. */
export async function findSaveTarget(
  context: Pick<MemberContext, 'db' | 'session'>,
  place: number,
): Promise<SaveTarget> {
  const { db, session: reader } = context
  const { rows } = await sql<{ post_id: number }>`select v.post_id from venue_posts v join posts p on p.id = v.post_id
    where v.venue_id = ${place} and ${isShownTo(reader, 'post', 'p')} order by v.post_id desc limit 1`.execute(db)
  if (rows[0]) return { post: rows[0].post_id, place }
  const shop = await loadShop(db, place)
  if (!shop) return { post: null, place, shop }
  const [state] = await loadShopStates(db, [shop])
  const venue = state?.venue ?? place
  return venue === place ? { post: null, place, shop } : findSaveTarget(context, venue)
}

/**
 * Loads the shop of public data whose name and address an entry copies, so that it stays when the posts of its place are
 * deleted.
 */
async function shopOf(db: Queryable, { post, place, shop }: SaveTarget): Promise<FoundShop | null> {
  if (shop !== undefined) return shop
  const id = place ?? (post === null ? null : await placeOf(db, post))
  return id !== null && isShopId(id) ? loadShop(db, id) : null
}

async function placeOf(db: Queryable, post: number): Promise<number | null> {
  const { rows } = await sql<{ venue_id: number }>`
    select venue_id from venue_posts where post_id = ${post}`.execute(db)
  return rows[0]?.venue_id ?? null
}

/**
 * Locks the post, so that its place does not change, and the account, so that simultaneous requests cannot exceed a limit; posts
 * come first, as in a withdrawal.
 * @throws {AppError} NOT_FOUND
 */
async function lockMarked(tx: Queryable, reader: Session, { post }: SaveTarget): Promise<void> {
  const lock = sql`select id from accounts where id = ${reader.accountId}`
  if (post === null) {
    await sql`${lock} for no key update`.execute(tx)
    return
  }
  const { rows } = await sql`with post as materialized (
      select id from posts where id = ${post} and ${isShownTo(reader, 'post', 'posts')} for share
    ) ${lock} and exists (select from post) for no key update`.execute(tx)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
}

/** `entry`: the `post_id` of the entry; `place`: the id of its place; `count`: how many entries were added or removed. */
type Done = Readonly<{ count: number; entry: number; place: number | null }>

type Mark = Entry & Readonly<{ shop: FoundShop | null }>

/** Adds the entry, unless the list has it. Call it after `lockMarked`. */
async function mark(tx: Queryable, { reader, list, marked, shop }: Mark): Promise<Done> {
  if (marked.post === null && !shop) throw new AppError('NOT_FOUND')
  const { accountId } = reader
  const post = marked.post ?? marked.place
  const place =
    marked.post === null
      ? sql`${marked.place}::bigint`
      : sql`(select venue_id from venue_posts where post_id = ${marked.post})`
  const { rows } = await sql<{ place: number | null; entries: number; entry: number | null }>`
    select place.id as place, count(s.post_id)::integer as entries,
      min(s.post_id) filter (where s.post_id = ${post} or s.venue_id = place.id) as entry
    from (select ${place} as id) place left join saves s on s.account_id = ${accountId} and s.list = ${list}
    group by place.id`.execute(tx)
  const { place: current = null, entries = 0, entry = null } = rows[0] ?? {}
  // The post has moved meanwhile.
  if (marked.place !== undefined && marked.place !== current) throw new AppError('NOT_FOUND')
  if (entry !== null) return { count: 0, entry, place: current }
  if (entries >= MAX_SAVED_PER_LIST) throw badInput([{ field: 'list', message: saveMessages.full }])
  if (await insertEntry(tx, { reader, list, post, place: current, shop }))
    return { count: 1, entry: post, place: current }
  // An edit has moved another marked post to the place meanwhile.
  return { count: 0, entry: (await findEntry(tx, { reader, list, marked })) ?? post, place: current }
}

type NewEntry = Omit<Mark, 'marked'> & { post: number; place: number | null }

/** Inserts the entry, in the list `been` with its first visit. @returns false if the list has the place already */
async function insertEntry(tx: Queryable, { reader, list, post, place, shop }: NewEntry): Promise<boolean> {
  const inserted = tx
    .insertInto('saves')
    .values({
      ...{ account_id: reader.accountId, list, post_id: post, venue_id: place },
      ...(shop?.id === place && { ...entryColumnsOfShop(shop), facts: factsOfShop(shop) }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['account_id', 'post_id'])
  const rows =
    list === 'want'
      ? await inserted.execute()
      : await tx
          .with('added', () => inserted)
          .insertInto('visits')
          .columns(['account_id', 'post_id'])
          .expression((from) => from.selectFrom('added').select(['account_id', 'post_id']))
          .returning('post_id')
          .execute()
  return rows.length > 0
}

/** Columns of an entry with what public data say of its place. */
export function entryColumnsOfShop({ name, category, address, lat, lng }: Omit<FoundShop, 'source'>) {
  return { from_shop: true, place_name: name, category, address, lat, lng }
}

/** Facts of a saved shop, by which its list can be filtered. */
export function factsOfShop({ category }: Pick<FoundShop, 'category'>): number | null {
  return factsOf({ kind: foodKindOfCategory(category), price: null, traits: [] })
}

type Entry = Readonly<{ reader: Session; list: SaveList; marked: SaveTarget }>

/** SQL condition: the entry of the reader's list for this post or place. */
function isEntry({ reader, list, marked }: Entry): RawBuilder<boolean> {
  const { post } = marked
  const place = marked.place ?? null
  return sql<boolean>`(account_id = ${reader.accountId} and list = ${list} and (post_id = ${post ?? place}
    or venue_id = coalesce(${place}::bigint, (select venue_id from venue_posts where post_id = ${post}))))`
}

/** `post_id` of the entry; null without one. */
export async function findEntry(db: Queryable, entry: Entry): Promise<number | null> {
  const { rows } = await sql<{ post_id: number }>`select post_id from saves where ${isEntry(entry)}`.execute(db)
  return rows[0]?.post_id ?? null
}

/** Deletes an entry with its visits. */
export async function deleteEntry(db: Queryable, entry: Entry): Promise<Omit<Done, 'entry'>> {
  const { list, reader } = entry
  const { rows } = await sql<{ venue_id: number | null }>`with removed as (
      delete from saves where ${isEntry(entry)} returning post_id, venue_id
    ), forgotten as (
      delete from visits where ${list} = 'been' and account_id = ${reader.accountId} and post_id in (select post_id from removed)
    ) select venue_id from removed`.execute(db)
  return { count: rows.length, place: rows[0]?.venue_id ?? null }
}
