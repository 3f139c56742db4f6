import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/**
 * Removes whom the account follows and has blocked, and who follows or has blocked it, in order of their keys: so two
 * who follow each other can leave at the same time.
 */
export async function erasePeopleOf(tx: Queryable, accountId: number): Promise<void> {
  for (const table of [sql.table('follows'), sql.table('blocks')]) {
    await sql`select from ${table} where account_id = ${accountId} or author_id = ${accountId}
      order by account_id, author_id for update`.execute(tx)
    await sql`delete from ${table} where account_id = ${accountId} or author_id = ${accountId}`.execute(tx)
  }
}

/** Whom the account follows and has blocked, for the data export; who follows it is a matter of the others. */
export async function readPeopleOf(db: Queryable, accountId: number) {
  const read = (table: 'follows' | 'blocks') =>
    db
      .selectFrom(table)
      .innerJoin('accounts', 'accounts.id', `${table}.author_id`)
      .select(['accounts.handle', 'accounts.username', `${table}.created_at as since`])
      .where(`${table}.account_id`, '=', accountId)
      .orderBy(`${table}.id`)
      .execute()
  return { following: await read('follows'), blocked: await read('blocks') }
}
