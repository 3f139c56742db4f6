import { type RawBuilder, sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { ReturnKind } from '../../../platform/mail/returns/returned-mail.ts'

/** So many soft returns within so many days stop mails; they go again once fewer are that recent. */
const SOFT = { count: 3, days: 14 } as const

/**
 * SQL of the reason why no mails go to an account's present address; null if they go. Returns count if the mail went to this
 * address since the account has it.
 */
export function mailStopReason(account: RawBuilder<unknown>): RawBuilder<ReturnKind | null> {
  return sql`(select case when bool_or(r.kind = 'hard') then 'hard' when bool_or(r.kind = 'complaint') then 'complaint'
      when count(*) filter (where r.at > now() - make_interval(days => ${sql.lit(SOFT.days)})) >= ${sql.lit(SOFT.count)} then 'soft' end
    from returned_mails r join accounts o on o.id = r.account_id
    where r.account_id = ${account} and not r.is_settled and r.email_key = o.email_key and r.at >= o.email_since)`
}

/**
 * Loads why no mails go to an address, and whether it is verified. An address other than the account's present one is not
 * stopped.
 */
export async function loadMailStop(db: Queryable, accountId: number, email: string) {
  const { rows } = await sql<{
    stop: ReturnKind | null
    isVerified: boolean
  }>`select ${mailStopReason(sql.ref('a.id'))} as stop,
      a.email_verified as "isVerified" from accounts a
    where a.id = ${accountId} and a.email_key = ${emailKey(email)}`.execute(db)
  return rows[0] ?? { stop: null, isVerified: false }
}

/**
 * Whether an address does not even get notices about the safety of its account: if it has no mailbox, or if its owner
 * reports mails as spam and never verified it, so that it may be a stranger's. A full mailbox still gets notices: otherwise a
 * thief could fill it and change the account without a notice to its owner.
 */
export async function areNoticesStopped(db: Queryable, accountId: number, email: string): Promise<boolean> {
  const { stop, isVerified } = await loadMailStop(db, accountId, email)
  return stop === 'hard' || (stop === 'complaint' && !isVerified)
}
