import type { SessionInfo } from '#contract/schema.gen.ts'
import { type OperationContext, requireAnySession } from '../context.ts'
import { deviceName } from './device.ts'
import { isAlive } from './sessions.ts'

/** The caller's sessions, the most recently used first. @throws {AppError} UNAUTHENTICATED */
export async function getSessions(context: OperationContext): Promise<SessionInfo[]> {
  const session = requireAnySession(context)
  const rows = await context.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'persistent'])
    .where('account_id', '=', session.accountId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    device: deviceName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    autoLogin: row.persistent,
    current: row.id === session.id,
  }))
}
