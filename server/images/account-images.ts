import type { Queryable } from '../db/connect.ts'

/** Every picture the account uploaded, shown somewhere or not. */
export async function imagesOf(db: Queryable, accountId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('account_id', '=', accountId).orderBy('id').execute()
}
