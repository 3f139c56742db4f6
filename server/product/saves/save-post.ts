import { sql } from 'kysely'
import type { CountResult, MutationSavePostArgs } from '#contract/schema.gen.ts'
import { MAX_SAVED, type SaveList, saveLists, saveMessages } from '#rules/saves.ts'
import { limited, type MemberContext, type Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Database } from '../../platform/database/connect.ts'
import { beenTo } from '../../platform/database/shown.ts'
import { AppError, badInput, requireId } from '../../platform/errors.ts'
import { isShownTo } from '../authors/visibility.ts'

type Entry = Readonly<{ reader: Session; accountId: number; list: SaveList; postId: number }>

/**
 * Puts a post into a list of the caller, or takes it out, as `saved` says; repeating it changes nothing.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED, BAD_USER_INPUT for an unknown or full list
 */
export async function savePost(context: MemberContext, args: MutationSavePostArgs): Promise<CountResult> {
  const { session: reader } = context
  const { accountId } = reader
  const list = saveLists.find((name) => name === args.list)
  if (!list) throw badInput([{ field: 'list', message: saveMessages.list }])
  const entry = { reader, accountId, list, postId: requireId(args.post) }
  const change = args.saved ? add : remove
  const count = await limited(context, 'like', () => change(context.db, entry))
  if (count > 0 && list === 'been') await announceBeen(context.db, entry.postId)
  return { count, id: args.post }
}

/** Pages tell how many people were at the place. */
async function announceBeen(db: Database, postId: number): Promise<void> {
  const venue = db.selectFrom('venue_posts').select('venue_id').where('post_id', '=', postId).executeTakeFirst()
  const found = await venue.catch(() => null)
  changesOf(db).announce(found === null ? null : found === undefined ? [] : [beenTo(found.venue_id)])
}

/** The account is locked, so simultaneous requests cannot exceed the limit; posts come first, as in a withdrawal. */
function add(db: Database, { reader, accountId, list, postId }: Entry): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const post = await sql`select from posts
      where id = ${postId} and ${isShownTo(reader, 'post', 'posts')} for key share`.execute(tx)
    if (post.rows.length === 0) throw new AppError('NOT_FOUND')
    await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
    const { rows } = await sql<{ count: number; known: boolean }>`
      select count(*)::integer as count, coalesce(bool_or(post_id = ${postId}), false) as known
      from saves where account_id = ${accountId} and list = ${list}`.execute(tx)
    const { count = 0, known = false } = rows[0] ?? {}
    if (known) return 0
    if (count >= MAX_SAVED) throw badInput([{ field: 'list', message: saveMessages.full }])
    await tx.insertInto('saves').values({ account_id: accountId, list, post_id: postId }).execute()
    return 1
  })
}

async function remove(db: Database, { accountId, list, postId }: Entry): Promise<number> {
  const removed = await db
    .deleteFrom('saves')
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
