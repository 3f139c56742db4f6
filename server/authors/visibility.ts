import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../context.ts'

/** Whom something is read for; null for everybody, as in shared responses. */
export type Reader = Readonly<Pick<Session, 'accountId' | 'hasBlocks'>> | null

/**
 * The one condition of what a reader may see, for every query over what members wrote. Who blocked whom does not matter:
 * neither sees the other. Withdrawn members have left no rows.
 * @param author SQL of the account id of who wrote it, such as sql.ref('c.account_id')
 */
export function isSeenBy(reader: Reader, author: RawBuilder<unknown>): RawBuilder<boolean> {
  return reader?.hasBlocks ? sql<boolean>`(${author} not in (${hiddenFrom(reader)}))` : sql<boolean>`true`
}

/** The account ids of all whom the reader does not see. PostgreSQL hashes them once for each query. */
export function hiddenFrom({ accountId }: NonNullable<Reader>): RawBuilder<unknown> {
  return sql`select author_id from blocks where account_id = ${accountId}
    union all select account_id from blocks where author_id = ${accountId}`
}
