import { randomBytes } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures } from '#rules/errors.ts'
import { apiPaths, UPLOAD_PRESET } from '#rules/paths.ts'
import { imageLimits } from '#rules/uploads.ts'
import { refuseRestricted, type Services, type Session } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReceivedFile } from '../../pictures/add-image.ts'
import type { AddedImage } from '../../pictures/picture.ts'
import { readUploaderToken, setUploaderToken } from '../cookies.ts'
import { requireOwnOrigin } from '../headers.ts'
import { HttpError, sendError, toKnownError } from '../http-error.ts'
import { decodeDataUri, discardRest } from './upload-body.ts'
import { reserveUpload, UploadSlots, type UploadSource, uploadOrRefund, uploadSourceOf } from './upload-slots.ts'

/** Most bytes of the file, which may come as base64 text, and of the whole body; other fields are short. */
const FILE_BYTES = Math.ceil(imageLimits.bytes / 3) * 4 + 100
const BODY_BYTES = FILE_BYTES + 64 * 1024

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'images'> &
  Readonly<{
    /** Lets visitors pass. @throws {AppError} for a member who may write nothing */
    refuseBarredWriter: (session: Session | null) => void
  }>

export async function registerUploads(app: FastifyInstance, parts: Parts): Promise<void> {
  const slots = new UploadSlots(parts.config)
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    limits: { files: 1, fields: 20, parts: 21, fieldSize: 1024, fileSize: FILE_BYTES, headerPairs: 20 },
    // `file` is streamed even as text: it can be a data: URI of many megabytes.
    isPartAFile: (field, _type, name) => name !== undefined || field === 'file',
  })
  app.setErrorHandler(answerError)
  app.post(apiPaths.upload, { onRequest: requireOwnOrigin(parts.config) }, async (request, reply) => {
    // A body without a length may have any size.
    const bytes = Number(request.headers['content-length'] ?? BODY_BYTES)
    if (bytes > BODY_BYTES) throw new AppError('TOO_LARGE')
    if (!request.isMultipart()) throw new HttpError(415, 'BAD_USER_INPUT')
    const session = await request.loadSession()
    refuseRestricted(session)
    parts.refuseBarredWriter(session)
    const source = await uploadSourceOf(request)
    const slot = slots.take(source, bytes)
    reply.raw.once('close', slot.giveUp)
    try {
      await reserveUpload(parts, source, bytes)
      return await uploadOrRefund(parts, request, source, async () => {
        // After the client has left, reading the form would never end.
        slot.signal.throwIfAborted()
        return resultOrAbort(slot.signal, upload(parts, request, reply, { source, signal: slot.signal }))
      })
    } finally {
      slot.leave()
    }
  })
}

/** Result of `work`, or the signal's reason once it aborts; `work` must then end by itself. */
export async function resultOrAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

type Turn = { source: UploadSource; signal: AbortSignal }

async function upload(parts: Parts, request: FastifyRequest, reply: FastifyReply, turn: Turn): Promise<object> {
  const { config, images } = parts
  const file = await readForm(request, images, turn.signal)
  try {
    const known = readUploaderToken(request, config)
    const uploader = known ?? randomBytes(16).toString('base64url')
    const session = await request.loadSession()
    const who = [turn.source.network, turn.source.account]
    const owner = { uploader, accountId: session?.accountId ?? null }
    const added = await images.add(file, owner, { who, signal: turn.signal })
    if (known === null) setUploaderToken(reply, config, uploader)
    reply.header('cache-control', 'private, no-store')
    return present(added, images.urlOf(added.key))
  } finally {
    await file.discard()
  }
}

async function readForm(request: FastifyRequest, images: Parts['images'], signal: AbortSignal): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined
  let preset: unknown
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'upload_preset') preset = part.value
        continue
      }
      if (part.fieldname !== 'file') throw new AppError('BAD_USER_INPUT')
      const bytes = addAbortSignal(signal, part.file)
      file = await images.receive(part.filename === undefined ? decodeDataUri(bytes) : bytes)
    }
    if (!file) throw new AppError('BAD_USER_INPUT', { message: failures.imageMissing })
    if (preset !== UPLOAD_PRESET) throw new AppError('BAD_USER_INPUT')
    return file
  } catch (error) {
    await file?.discard()
    throw error instanceof AppError ? error : unreadable(error)
  }
}

function present({ key, width, height, bytes, createdAt }: AddedImage, url: string): object {
  return {
    public_id: key,
    url,
    secure_url: url,
    width,
    height,
    format: 'jpg',
    bytes,
    resource_type: 'image',
    type: 'upload',
    created_at: createdAt.toISOString(),
  }
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = toKnownError(error, request)
  discardRest(request.raw)
  sendError(reply, known, { error: { message: known.message } })
}

function unreadable(error: unknown): Error {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
  return isTooLarge ? new AppError('TOO_LARGE') : new HttpError(400, 'BAD_USER_INPUT')
}
