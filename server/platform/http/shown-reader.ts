import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { READER_HEADER } from '#contract/reader-state.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Session } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * Refuses a request from a page that shows another account than the session's, because another tab has changed the
 * session. Without a session the operation decides; requests without the header come from other clients.
 * @throws {AppError} OTHER_ACCOUNT
 */
export function requireShownReader(session: Pick<Session, 'handle'> | null, shown: string | null): void {
  if (session !== null && shown !== null && shown !== session.handle) throw new AppError('OTHER_ACCOUNT')
}

/** Handle of the account that the requesting page shows; null without the header. */
export function readShownReader(headers: IncomingHttpHeaders): string | null {
  return headers[READER_HEADER]?.toString() ?? null
}

/** Calls `requireShownReader` on every route but the API, whose `graphql.ts` calls it only for writes. */
export function registerShownReaderCheck(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ headers, routeOptions, loadSession }) => {
    const shown = readShownReader(headers)
    if (shown !== null && routeOptions.url !== apiPaths.graphql) requireShownReader(await loadSession(), shown)
  })
}
