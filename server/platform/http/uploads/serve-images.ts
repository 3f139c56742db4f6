import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { failures } from '#rules/errors.ts'
import { keyOfPictureFileName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import { hasModeratorRights, type Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../../limits/networks.ts'
import type { PictureAccess } from '../../pictures/image-access.ts'
import type { ByteRange, StoredFile } from '../../pictures/store.ts'
import { FairGate } from '../../turns/fair-gate.ts'
import { readUploaderToken } from '../cookies.ts'
import { sendError } from '../http-error.ts'

/** Bytes up to which a file is read as a whole. Larger ones are streamed, so slow clients hold little memory. */
const READ_WHOLE = 64 * 1024

type Parts = Pick<Services, 'config' | 'images' | 'replicas'>

type Pace = (request: FastifyRequest, bytes: Readable) => Readable

export async function registerImages(app: FastifyInstance, { config, images, replicas }: Parts): Promise<void> {
  // Each part of a file takes its own turn, so a slow client does not hold the gate.
  const gate = new FairGate({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY })
  const pace: Pace = ({ ip }, bytes) => Readable.from(inTurns(gate, networkOf(ip), bytes))
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${apiPaths.images}/:name`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name } = request.params
      const key = keyOfPictureFileName(name)
      if (key === null) return notFound(reply)
      const who = async () => {
        const session = await request.loadSession()
        const uploader = readUploaderToken(request, config)
        return { uploader, accountId: session?.accountId ?? null, isModerator: hasModeratorRights(session) }
      }
      const access = images.isKnownAsPublic(key)
        ? 'public'
        : await app.inReadTurn(request, () => replicas.readWithoutPrimary(() => images.access(key, who)))
      const file = access === 'none' ? null : await images.open(key, name)
      return file ? sendFile(request, reply, { name, file, access, pace }) : notFound(reply)
    },
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  sendError(reply, new AppError('NOT_FOUND', { message: failures.imageMissing }))
  return reply
}

async function* inTurns(gate: FairGate, network: string, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield await gate.run([network], async () => part)
}

type Found = { name: string; file: StoredFile; access: PictureAccess; pace: Pace }

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, file, access, pace }: Found,
): Promise<FastifyReply> {
  const etag = setFileHeaders(reply, name, file, access)
  if (isFresh(request.headers, reply.getHeaders())) return reply.code(304).send()
  reply.type(file.type)
  // A range of another version would be joined with the wrong bytes.
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, file.size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  reply.header('content-length', end + 1 - start)
  if (request.method === 'HEAD') return reply.send('')
  if (file.size <= READ_WHOLE) return reply.send((await file.bytes()).subarray(start, end + 1))
  return reply.send(pace(request, file.stream({ start, end })))
}

/** Sets headers and returns the entity tag. Files never change. */
function setFileHeaders(reply: FastifyReply, name: string, file: StoredFile, access: PictureAccess): string {
  const etag = `"${name}-${file.size.toString(36)}"`
  reply.headers({
    'cache-control': access === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    etag,
    'last-modified': file.modified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  })
  return etag
}

/** null means the whole file, also for invalid headers and several ranges. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '' && to === '') return null
  if (from === '') return suffix(Number(to), size)
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
