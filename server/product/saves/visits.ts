import { sql } from 'kysely'
import type { MutationSetVisitsArgs, QueryGetVisitsArgs, Visits } from '#contract/schema.gen.ts'
import { saveMessages, visitLimits } from '#rules/saves.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput } from '../../platform/errors.ts'
import { parsePostOrPlace } from './entries.ts'
import { announceBeenCount, deleteEntry, findEntry, findSaveTarget, type SaveTarget, saveEntry } from './save-place.ts'

const list = 'been'

const NEVER: Visits = { count: 0, again: null }

/** How often the caller has been at a place. @throws {AppError} BAD_USER_INPUT, NOT_FOUND */
export async function getVisits({ db, session: reader }: MemberContext, args: QueryGetVisitsArgs): Promise<Visits> {
  const asked = parsePostOrPlace(args)
  const marked: SaveTarget = 'post' in asked ? asked : { post: null, ...asked }
  const entry = await findEntry(db, { reader, list, marked })
  return entry === null ? NEVER : visitsOf(db, reader.accountId, entry)
}

async function visitsOf(db: Queryable, accountId: number, post: number): Promise<Visits> {
  const { rows } = await sql<Visits>`select greatest(1, count(*))::integer as count,
      (array_agg(again order by day desc, id desc))[1] as again
    from visits where account_id = ${accountId} and post_id = ${post}`.execute(db)
  return rows[0] ?? NEVER
}

/**
 * Sets how often the caller has been at a place, and whether they would go again.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED, BAD_USER_INPUT for more than the limits
 */
export async function setVisits(context: MemberContext, args: MutationSetVisitsArgs): Promise<Visits> {
  const { count } = args
  const asked = parsePostOrPlace(args)
  if (count < 0 || count > visitLimits.all) throw badInput([{ field: 'count', message: saveMessages.visits }])
  const { db, session: reader } = context
  return limited(context, 'like', async () => {
    const marked: SaveTarget = 'post' in asked ? asked : await findSaveTarget(context, asked.place)
    if (count === 0) {
      const { place } = await deleteEntry(db, { reader, list, marked })
      announceBeenCount(db, place)
      return NEVER
    }
    const { visits, place } = await saveEntry(db, { reader, list, marked }, async (tx, { entry, place }) => {
      await setCount(tx, reader.accountId, entry, count)
      if (typeof args.again !== 'boolean') return { visits: await visitsOf(tx, reader.accountId, entry), place }
      await answer(tx, reader.accountId, entry, args.again)
      return { visits: { count, again: args.again }, place }
    })
    announceBeenCount(db, place)
    return visits
  })
}

async function setCount(tx: Queryable, accountId: number, post: number, wanted: number): Promise<void> {
  const { rows } = await sql<{ known: number; today: number; all: number }>`
    select count(*) filter (where post_id = ${post})::integer as known,
      count(*) filter (where post_id = ${post} and day = (now() at time zone 'Asia/Seoul')::date)::integer as today,
      count(*)::integer as all
    from visits where account_id = ${accountId}`.execute(tx)
  const { known = 0, today = 0, all = 0 } = rows[0] ?? {}
  const added = wanted - known
  if (added > 0) {
    if (today + added > visitLimits.day) throw badInput([{ field: 'count', message: saveMessages.visitsOfDay }])
    if (all + added > visitLimits.all) throw badInput([{ field: 'count', message: saveMessages.allVisits }])
    await sql`with added as (
        insert into visits (account_id, post_id) select ${accountId}, ${post} from generate_series(1, ${added}::integer)
      ) update saves set saved_at = now() where account_id = ${accountId} and list = ${list} and post_id = ${post}`.execute(
      tx,
    )
  } else if (added < 0) {
    await sql`delete from visits where id in (
      select id from visits where account_id = ${accountId} and post_id = ${post}
      order by day desc, id desc limit ${-added}::integer)`.execute(tx)
  }
}

async function answer(tx: Queryable, accountId: number, post: number, again: boolean): Promise<void> {
  await sql`update visits set again = ${again} where id = (
    select id from visits where account_id = ${accountId} and post_id = ${post}
    order by day desc, id desc limit 1)`.execute(tx)
}
