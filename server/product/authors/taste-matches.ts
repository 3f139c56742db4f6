import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationSwitchTasteMatchingArgs } from '#contract/schema.gen.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { countsInRankings } from '../enforcement/require-writer.ts'
import { accountsBlockedEitherWay } from './visibility.ts'

/**
 * SQL of the matches of a member as `m`, for a `from`: authors who count now, neither blocked either way nor reported by the
 * member, whatever was so when they were compared.
 */
export function matchesOf(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select found.account_id, found.author_id, found.score from taste_matches found
    join accounts matched on matched.id = found.account_id and matched.matches_tastes
    join accounts other on other.id = found.author_id and other.matches_tastes and ${countsInRankings('other')}
    where found.account_id = ${accountId} and found.author_id not in (${accountsBlockedEitherWay(sql`matched.id`)})
      and not exists (select from reports r where r.reporter_id = matched.id and r.author_id = found.author_id and not r.dismissed)
  ) m`
}

/**
 * Whether the caller's taste is compared with that of others. Off, what was computed of them is deleted at once, in both directions.
 * When they were compared last stays, so that switching brings no second comparison of a day.
 * @throws {AppError} RATE_LIMITED
 */
export async function switchTasteMatching(
  context: MemberContext,
  { on }: MutationSwitchTasteMatchingArgs,
): Promise<CountResult> {
  const { accountId } = context.session
  const change = () =>
    context.db.transaction().execute(async (tx) => {
      // The job takes no account whose row is being written.
      await tx.updateTable('accounts').set({ matches_tastes: on }).where('id', '=', accountId).execute()
      if (!on) await eraseMatchesOf(tx, accountId)
    })
  await limited(context, 'change', change)
  return { count: 1, id: null }
}

/** In order of their keys, which avoids deadlocks. */
export async function eraseMatchesOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from taste_matches where account_id = ${accountId} or author_id = ${accountId}
    order by account_id, author_id for update`.execute(tx)
  await sql`delete from taste_matches where account_id = ${accountId} or author_id = ${accountId}`.execute(tx)
}
