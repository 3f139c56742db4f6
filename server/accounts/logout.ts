import type { CountResult } from '#contract/schema.gen.ts'
import { type OperationContext, requireAnySession } from '../context.ts'
import { closeSession } from './sessions.ts'

/** Ends the session on the server, not only the cookie. @throws {AppError} UNAUTHENTICATED */
export async function logout(context: OperationContext): Promise<CountResult> {
  const session = requireAnySession(context)
  await closeSession(context.db, session.id)
  context.cookies.clearSession()
  return { count: 1, id: null }
}
