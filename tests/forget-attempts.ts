import type { Database } from '#server/platform/database/connect.ts'
import { refusalsOf } from '#server/platform/limits/known-refusals.ts'

/** Deletes all counted attempts, so that no rate limit refuses what comes next. */
export async function forgetAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').execute()
  refusalsOf(db).clear()
}
