import type { CountResult, MutationEndSessionArgs, SessionInfo } from '#contract/schema.gen.ts'
import { readId } from '#rules/validate.ts'
import { type OperationContext, requireAnySession, requireSession } from '../context.ts'
import { deviceName } from './device.ts'
import { closeSession, isAlive } from './sessions.ts'

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

/** Ends one of the caller's sessions; `count` is 0 without one. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function endSession(context: OperationContext, args: MutationEndSessionArgs): Promise<CountResult> {
  const session = requireSession(context)
  const id = readId(args.id)
  if (id === null) return { count: 0, id: null }
  const ended = await context.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', session.accountId)
    .returning('id')
    .executeTakeFirst()
  if (ended?.id === session.id) context.cookies.clearSession()
  return { count: ended ? 1 : 0, id: args.id }
}

/** Ends the session on the server, not only the cookie. @throws {AppError} UNAUTHENTICATED */
export async function logout(context: OperationContext): Promise<CountResult> {
  const session = requireAnySession(context)
  await closeSession(context.db, session.id)
  context.cookies.clearSession()
  return { count: 1, id: null }
}
