import type { FastifyInstance, FastifyReply } from 'fastify'
import { READER_HEADER, UNKEPT_READER } from '#contract/reader-state.ts'
import { type FoundSession, findSession } from '../accounts/sessions.ts'
import type { Services } from '../context.ts'
import { readSessionToken, replyCookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sessionToken: string | null
    /** Looked up once per request, on first use. */
    loadSession: () => Promise<FoundSession | null>
  }
}

export function registerSessions(app: FastifyInstance, services: Pick<Services, 'config' | 'db'>): void {
  app.decorateRequest('sessionToken', null)
  app.decorateRequest('loadSession')
  app.addHook('onRequest', (request, reply, done) => {
    const token = readSessionToken(request, services.config)
    let session: Promise<FoundSession | null> | undefined
    request.sessionToken = token
    request.loadSession = () => {
      session ??= token === null ? Promise.resolve(null) : lookUp(services, token, reply)
      return session
    }
    done()
  })
}

/** Sends the new token after a rotation, and removes the cookie of a dead session. */
async function lookUp(
  { config, db }: Pick<Services, 'config' | 'db'>,
  token: string,
  reply: FastifyReply,
): Promise<FoundSession | null> {
  const found = await findSession(db, token)
  if (!found) replyCookies(reply, config).clearSession()
  else if (found.newToken !== null) replyCookies(reply, config).setSession(found.newToken, found.persistent)
  if (found) reply.header(READER_HEADER, found.persistent && !found.restricted ? found.handle : UNKEPT_READER)
  return found
}
