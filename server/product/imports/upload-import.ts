import type { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { IMPORT_PATH, importLimits, importMessages } from '#rules/place-imports.ts'
import { refuseRestricted, type Services } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { requireOwnOrigin } from '../../platform/http/headers.ts'
import { HttpError, sendError, toKnownError } from '../../platform/http/http-error.ts'
import { discardRest } from '../../platform/http/uploads/upload-body.ts'
import { UploadSlots, uploadSourceOf } from '../../platform/http/uploads/upload-slots.ts'
import { resultOrAbort } from '../../platform/http/uploads/uploads.ts'
import { refuseBarredWriter } from '../enforcement/require-writer.ts'
import { startImport } from './member-imports.ts'

const TYPE = 'application/octet-stream'

/** Registers the route that a file of places is uploaded to. The file's name is not sent: its format is detected from its contents. */
export async function registerImports(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, rateLimits } = services
  const slots = new UploadSlots(config)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request: unknown, payload: unknown, done: (error: null, body: unknown) => void) =>
    done(null, payload),
  )
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply) => {
    discardRest(request.raw)
    sendError(reply, toKnownError(error, request))
  })
  app.post(IMPORT_PATH, { onRequest: requireOwnOrigin(config) }, async (request, reply) => {
    if (request.headers['content-type'] !== TYPE) throw new HttpError(415, 'BAD_USER_INPUT')
    const bytes = Number(request.headers['content-length'] ?? importLimits.bytes)
    if (bytes > importLimits.bytes) throw tooLarge()
    const session = await request.loadSession()
    if (!session) throw new HttpError(401, 'UNAUTHENTICATED')
    refuseRestricted(session)
    refuseBarredWriter(session)
    const { accountId } = session
    const slot = slots.take(await uploadSourceOf(request), bytes)
    reply.raw.once('close', slot.giveUp)
    try {
      const id = await rateLimits.count('import', { accountId, ip: request.ip }, async () =>
        startImport(db, accountId, await resultOrAbort(slot.signal, readBody(request.body as Readable))),
      )
      return reply
        .code(202)
        .header('cache-control', 'private, no-store')
        .send({ id: String(id) })
    } finally {
      slot.leave()
    }
  })
}

/** @throws {AppError} TOO_LARGE, BAD_USER_INPUT for an empty body */
async function readBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > importLimits.bytes) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  if (size === 0) throw new AppError('BAD_USER_INPUT')
  return Buffer.concat(chunks)
}

function tooLarge(): AppError {
  return new AppError('TOO_LARGE', { message: importMessages.tooLarge })
}
