import { type RawBuilder, sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { ReturnKind } from '../../../platform/mail/returns/returned-mail.ts'

/** Soft returns within so many days that stop mails, until fewer are left. */
const SOFT = { count: 3, days: 14 } as const

/**
 * SQL of why no more mails go to an account's present address; null if they do. The address has to be the one that they
 * went to, and unchanged since.
 */
export function stopOf(account: RawBuilder<unknown>): RawBuilder<ReturnKind | null> {
  return sql`(select case when bool_or(r.kind = 'hard') then 'hard' when bool_or(r.kind = 'complaint') then 'complaint'
      when count(*) filter (where r.at > now() - make_interval(days => ${sql.lit(SOFT.days)})) >= ${sql.lit(SOFT.count)} then 'soft' end
    from returned_mails r join accounts o on o.id = r.account_id
    where r.account_id = ${account} and not r.is_settled and r.email_key = o.email_key and r.at >= o.email_since)`
}

/** Loads why no more mails go to an address, and whether it is verified; only for the account's present address. */
export async function loadStop(db: Queryable, accountId: number, email: string) {
  const { rows } = await sql<{
    stop: ReturnKind | null
    isVerified: boolean
  }>`select ${stopOf(sql.ref('a.id'))} as stop,
      a.email_verified as "isVerified" from accounts a
    where a.id = ${accountId} and a.email_key = ${emailKey(email)}`.execute(db)
  return rows[0] ?? { stop: null, isVerified: false }
}

/**
 * Whether an address gets no notices about the safety of its account either: if it has no mailbox, or if its owner reports
 * mails as spam and never verified it, so that it may be a stranger's. A full mailbox still gets notices: otherwise a thief
 * could fill it and change the account without a notice to its owner.
 */
export async function stopsNotices(db: Queryable, accountId: number, email: string): Promise<boolean> {
  const { stop, isVerified } = await loadStop(db, accountId, email)
  return stop === 'hard' || (stop === 'complaint' && !isVerified)
}
