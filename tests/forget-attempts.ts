import type { Database } from '#server/platform/database/connect.ts'
import { refusalsOf } from '#server/platform/limits/known-refusals.ts'

export async function forgetAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').execute()
  refusalsOf(db).clear()
}
