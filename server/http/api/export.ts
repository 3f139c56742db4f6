import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiPaths, EXPORT_NAME } from '#rules/paths.ts'
import { collectExport } from '../../accounts/export-data.ts'
import { refuseRestricted, type Services } from '../../context.ts'
import { HttpError } from '../http-error.ts'
import { requireOwnOrigin } from '../origin.ts'
import { zipOf } from './export-zip.ts'

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'images' | 'rateLimits'>

/** The ZIP is made while it is sent, but `Content-Length` is known, so that a page can show the progress. */
export function registerExport(app: FastifyInstance, parts: Parts): void {
  app.get(
    apiPaths.dataExport,
    { exposeHeadRoute: false, onRequest: requireOwnOrigin(parts.config) },
    async (request, reply) => {
      const session = await request.loadSession()
      // Fails as a transport error: nobody would read an `errors` body in a download.
      if (!session) throw new HttpError(401, 'UNAUTHENTICATED')
      refuseRestricted(session)
      const { accountId } = session
      const caller = { accountId, ip: request.ip }
      const zip = zipOf(await parts.rateLimits.count('export', caller, () => collectExport(parts, accountId)))
      reply.raw.once('close', () => zip.stream.destroy())
      return sendZip(reply, zip)
    },
  )
}

function sendZip(reply: FastifyReply, { stream, size }: ReturnType<typeof zipOf>): FastifyReply {
  return reply
    .type('application/zip')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${EXPORT_NAME}"`)
    .header('cache-control', 'private, no-store')
    .send(stream)
}
