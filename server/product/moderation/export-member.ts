import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#rules/dates.ts'
import { sitePaths } from '#rules/paths.ts'
import type { MemberContext, Services } from '../../platform/context.ts'
import { requireOwnOrigin } from '../../platform/http/headers.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { collectExport } from '../accounts/account-data.ts'
import { sendFilesAsZip } from '../api/export.ts'
import { requireModerationRight, requireModerator } from './policy.ts'

const LIFETIME_MS = 5 * MINUTE_MS

const USE = 'export of a member'

/** Makes the token of an export, which works only in the session of the admin. */
export function memberExportToken({ secrets, session }: MemberContext, accountId: number): string {
  return secrets.sign(JSON.stringify([accountId, session.id, Date.now() + LIFETIME_MS]), USE)
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'images' | 'rateLimits'>

/** Adds the route that sends the data of a member to the admin who asked for them (`act-for-member.ts`). */
export function registerMemberExport(app: FastifyInstance, parts: Parts): void {
  app.get<{ Querystring: { token?: string } }>(
    sitePaths.memberExport,
    { exposeHeadRoute: false, onRequest: requireOwnOrigin(parts.config) },
    async (request, reply) => {
      const session = requireModerator({ session: await request.loadSession() })
      const [accountId, sessionId, ends] = readToken(parts, request.query.token)
      if (sessionId !== session.id || ends <= Date.now()) throw new HttpError(404, 'NOT_FOUND')
      const row = await parts.db.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirst()
      if (!row) throw new HttpError(404, 'NOT_FOUND')
      requireModerationRight(session, 'care', { accountId, role: row.role })
      const caller = { accountId: session.accountId, ip: request.ip }
      const collect = () => collectExport(parts, accountId, { isForOwner: false })
      return sendFilesAsZip(reply, await parts.rateLimits.count('export', caller, collect))
    },
  )
}

/** Ids of no account and no session for a forged token. */
function readToken(
  { secrets }: Pick<Parts, 'secrets'>,
  token: unknown,
): [accountId: number, sessionId: number, ends: number] {
  const text = typeof token === 'string' ? secrets.verify(token, USE) : null
  return text === null ? [0, 0, 0] : JSON.parse(text)
}
