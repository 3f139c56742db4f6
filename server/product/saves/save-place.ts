import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationSavePlaceArgs, MutationSavePostArgs } from '#contract/schema.gen.ts'
import { kindOfCategory } from '#rules/food-categories.ts'
import { MAX_SAVED, type SaveList, saveLists, saveMessages } from '#rules/saves.ts'
import { limited, type MemberContext, type Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { beenTo } from '../../platform/database/shown.ts'
import { AppError, badInput, requireId } from '../../platform/errors.ts'
import { isShownTo } from '../authors/visibility.ts'
import { type FoundShop, loadShop } from '../places/shops/find-shops.ts'
import { isShopId } from '../places/shops/shop-id.ts'
import { factsOf } from '../posts/lists/list-filter.ts'
import { statesOfShops } from '../posts/venues/shops-without-posts.ts'

/**
 * Puts the place of a post, or a post without a place, into a list of the caller, or takes it out, as `saved` says; repeating it
 * changes nothing.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED, BAD_USER_INPUT for an unknown or full list
 */
export async function savePost(context: MemberContext, args: MutationSavePostArgs): Promise<CountResult> {
  const count = await change(context, args, () => ({ post: requireId(args.post) }))
  return { count, id: args.post }
}

/** As `savePost`, of a place with posts that the caller sees, or of a shop of public data. @throws {AppError} as `savePost` */
export async function savePlace(context: MemberContext, args: MutationSavePlaceArgs): Promise<CountResult> {
  const count = await change(context, args, () => findPlace(context, requireId(args.place)))
  return { count, id: args.place }
}

async function change(
  context: MemberContext,
  args: Pick<MutationSavePostArgs, 'list' | 'saved'>,
  find: () => Marked | Promise<Marked>,
): Promise<number> {
  const list = saveLists.find((name) => name === args.list)
  if (!list) throw badInput([{ field: 'list', message: saveMessages.list }])
  const { db, session: reader } = context
  return limited(context, 'like', async () => {
    const marked = await find()
    const run = async () => {
      if (!args.saved) return unmark(db, { reader, list, marked })
      const shop = await shopOf(db, marked)
      return db.transaction().execute(async (tx) => {
        await lockMarked(tx, reader, marked)
        return mark(tx, { reader, list, marked, shop })
      })
    }
    const count = await run()
    if (count > 0 && list === 'been') await announceBeen(db, marked)
    return count
  })
}

/** Pages tell how many people were at the place. Call it after the commit. */
export async function announceBeen(db: Database, { post, place }: Marked): Promise<void> {
  const find = async () => place ?? (post === null ? null : await placeOf(db, post))
  // The mark is kept: a place that cannot be looked up may be any.
  const names = await find().then(
    (id) => (id === null ? [] : [beenTo(id)]),
    () => null,
  )
  changesOf(db).announce(names)
}

/** Target of a mark: a post with its place, if it has one, or a place, by the post that represents it or as a shop. */
export type Marked = Readonly<{ post: number; place?: number } | { post: null; place: number }>

/** A place for the reader. @throws {AppError} NOT_FOUND */
export async function findPlace(context: Pick<MemberContext, 'db' | 'session'>, place: number): Promise<Marked> {
  const { db, session: reader } = context
  const { rows } = await sql<{ post_id: number }>`select v.post_id from venue_posts v join posts p on p.id = v.post_id
    where v.venue_id = ${place} and ${isShownTo(reader, 'post', 'p')} order by v.post_id desc limit 1`.execute(db)
  if (rows[0]) return { post: rows[0].post_id, place }
  const shop = await loadShop(db, place)
  if (!shop) return { post: null, place }
  const [state] = await statesOfShops(db, [shop])
  const venue = state?.venue ?? place
  return venue === place ? { post: null, place } : findPlace(context, venue)
}

/** The shop of public data, whose words an entry keeps, so that it outlives the posts of its place. */
export async function shopOf(db: Queryable, { post, place }: Marked): Promise<FoundShop | null> {
  const id = place ?? (post === null ? null : await placeOf(db, post))
  return id !== null && isShopId(id) ? loadShop(db, id) : null
}

async function placeOf(db: Queryable, post: number): Promise<number | null> {
  const { rows } = await sql<{ venue_id: number }>`
    select venue_id from venue_posts where post_id = ${post}`.execute(db)
  return rows[0]?.venue_id ?? null
}

/**
 * Locks the post, whose place then stays what it is, and the account, so that simultaneous requests cannot exceed a limit; posts
 * come first, as in a withdrawal.
 * @throws {AppError} NOT_FOUND
 */
export async function lockMarked(tx: Queryable, reader: Session, { post }: Marked): Promise<void> {
  if (post !== null) {
    const { rows } = await sql`select from posts
      where id = ${post} and ${isShownTo(reader, 'post', 'posts')} for share`.execute(tx)
    if (rows.length === 0) throw new AppError('NOT_FOUND')
  }
  await sql`select from accounts where id = ${reader.accountId} for no key update`.execute(tx)
}

type Mark = Readonly<{ reader: Session; list: SaveList; marked: Marked; shop: FoundShop | null }>

/** Call it after `lockMarked`. @returns the number of entries that were added */
export async function mark(tx: Queryable, { reader: { accountId }, list, marked, shop }: Mark): Promise<number> {
  if (marked.post === null && !shop) throw new AppError('NOT_FOUND')
  const place: number | null = marked.post === null ? marked.place : await placeOf(tx, marked.post)
  // The post has moved meanwhile.
  if (marked.place !== undefined && marked.place !== place) throw new AppError('NOT_FOUND')
  const post = marked.post === null ? marked.place : marked.post
  const { rows } = await sql<{ entries: number; known: boolean }>`
    select count(*)::integer as entries, coalesce(bool_or(post_id = ${post} or venue_id = ${place}), false) as known
    from saves where account_id = ${accountId} and list = ${list}`.execute(tx)
  const { entries = 0, known = false } = rows[0] ?? {}
  if (known) return 0
  if (entries >= MAX_SAVED) throw badInput([{ field: 'list', message: saveMessages.full }])
  const added = await tx
    .insertInto('saves')
    .values({ account_id: accountId, list, post_id: post, venue_id: place, ...(shop?.id === place && wordsOf(shop)) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = added.numInsertedOrUpdatedRows === 1n
  if (isNew && list === 'been') await tx.insertInto('visits').values({ account_id: accountId, post_id: post }).execute()
  return Number(isNew)
}

function wordsOf({ name, category, address, lat, lng }: FoundShop) {
  const facts = factsOf({ kind: kindOfCategory(category), price: null, traits: [] })
  return { from_shop: true, place_name: name, category, address, lat, lng, facts }
}

type Entry = Readonly<{ reader: Session; list: SaveList; marked: Marked }>

/** SQL of the entry of what is marked. */
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

/** With its visits. */
export async function unmark(db: Queryable, entry: Entry): Promise<number> {
  const { list, reader } = entry
  const { rows } = await sql`with removed as (
      delete from saves where ${isEntry(entry)} returning post_id
    ), forgotten as (
      delete from visits where ${list} = 'been' and account_id = ${reader.accountId} and post_id in (select post_id from removed)
    ) select from removed`.execute(db)
  return rows.length
}
