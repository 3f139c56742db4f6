import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { READER_HEADER } from '#contract/reader-state.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Session } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * A page says in each request who it shows. A session of another account was opened in another tab, and nothing is done for it.
 * Without a session the operation decides, and a request without the header comes from no page.
 * @throws {AppError} OTHER_ACCOUNT
 */
export function requireShownReader(session: Pick<Session, 'handle'> | null, shown: string | null): void {
  if (session !== null && shown !== null && shown !== session.handle) throw new AppError('OTHER_ACCOUNT')
}

/** The handle of the account that the page shows, as the request says it; null if it does not. */
export function readShownReader(headers: IncomingHttpHeaders): string | null {
  return headers[READER_HEADER]?.toString() ?? null
}

/** For every route but the API, where `graphql.ts` compares: its reads go on. */
export function registerShownReader(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ headers, routeOptions, loadSession }) => {
    const shown = readShownReader(headers)
    if (shown !== null && routeOptions.url !== apiPaths.graphql) requireShownReader(await loadSession(), shown)
  })
}
