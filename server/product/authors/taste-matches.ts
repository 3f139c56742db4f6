import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationSwitchTasteMatchingArgs } from '#contract/schema.gen.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { countsInRankings } from '../enforcement/require-writer.ts'
import { accountsBlockedEitherWay } from './visibility.ts'

/**
 * SQL for a `from`: a member's matches, as `m`. They are checked as of now, not as when they were computed: authors count in
 * rankings, are not blocked in either direction, and were not reported by the member.
 */
export function tasteMatchesOf(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select found.account_id, found.author_id, found.score from taste_matches found
    join accounts matched on matched.id = found.account_id and matched.matches_tastes
    join accounts other on other.id = found.author_id and other.matches_tastes and ${countsInRankings('other')}
    where found.account_id = ${accountId} and found.author_id not in (${accountsBlockedEitherWay(sql`matched.id`)})
      and not exists (select from reports r where r.reporter_id = matched.id and r.author_id = found.author_id and not r.dismissed)
  ) m`
}

/**
 * Switches the comparison of the caller's taste with that of others on or off. Off deletes their matches at once, in both
 * directions. The time of the last comparison stays, so that switching brings no second one on the same day.
 * @throws {AppError} RATE_LIMITED
 */
export async function switchTasteMatching(
  context: MemberContext,
  { on }: MutationSwitchTasteMatchingArgs,
): Promise<CountResult> {
  const { accountId } = context.session
  const change = () =>
    context.db.transaction().execute(async (tx) => {
      // `matchTastes` leaves out accounts whose row is being written.
      await tx.updateTable('accounts').set({ matches_tastes: on }).where('id', '=', accountId).execute()
      if (!on) await eraseTasteMatchesOf(tx, accountId)
    })
  await limited(context, 'change', change)
  return { count: 1, id: null }
}

/** Locks the rows in order of their keys, which avoids deadlocks. */
export async function eraseTasteMatchesOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from taste_matches where account_id = ${accountId} or author_id = ${accountId}
    order by account_id, author_id for update`.execute(tx)
  await sql`delete from taste_matches where account_id = ${accountId} or author_id = ${accountId}`.execute(tx)
}
