import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { toSeoulTime } from '#rules/dates.ts'
import { apiPaths, EXPORT_FILE_NAME } from '#rules/paths.ts'
import { refuseRestricted, type Services } from '../../platform/context.ts'
import { requireOwnOrigin } from '../../platform/http/headers.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { collectExport, type ExportFile } from '../accounts/account-data.ts'

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'images' | 'rateLimits'>

export function registerDataExport(app: FastifyInstance, parts: Parts): void {
  app.get(
    apiPaths.dataExport,
    { exposeHeadRoute: false, onRequest: requireOwnOrigin(parts.config) },
    async (request, reply) => {
      const session = await request.loadSession()
      // Fails with an HTTP status, because nobody reads a GraphQL `errors` body in a download.
      if (!session) throw new HttpError(401, 'UNAUTHENTICATED')
      refuseRestricted(session)
      const { accountId } = session
      const caller = { accountId, ip: request.ip }
      return sendFilesAsZip(
        reply,
        await parts.rateLimits.count('export', caller, () => collectExport(parts, accountId)),
      )
    },
  )
}

/** Sends files as a ZIP, and stops reading them when the connection closes. */
export function sendFilesAsZip(reply: FastifyReply, files: readonly ExportFile[]): FastifyReply {
  const zip = zipOf(files)
  reply.raw.once('close', () => zip.stream.destroy())
  return sendZip(reply, zip)
}

function sendZip(reply: FastifyReply, { stream, size }: ReturnType<typeof zipOf>): FastifyReply {
  return reply
    .type('application/zip')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${EXPORT_FILE_NAME}"`)
    .header('cache-control', 'private, no-store')
    .send(stream)
}

/** Makes an uncompressed ZIP as a stream, whose size in bytes is known before (PKWARE's APPNOTE 6.3, ZIP64). */
function zipOf(files: readonly ExportFile[]): { stream: Readable; size: number } {
  const entries: Entry[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name, 'utf8')
    const size = file.content instanceof Uint8Array ? file.content.length : file.content.size
    entries.push({ file, name, size, offset, crc: 0 })
    offset += LOCAL_HEADER + name.length + size + DESCRIPTOR
  }
  const directory = entries.reduce(
    (sum, entry) => sum + DIRECTORY_HEADER + entry.name.length + extraOf(entry).length,
    0,
  )
  const end = endOfDirectory(entries.length, directory, offset)
  return { stream: Readable.from(write(entries, end), { objectMode: false }), size: offset + directory + end.length }
}

type Entry = { file: ExportFile; name: Buffer; size: number; offset: number; crc: number }

const LOCAL_HEADER = 30
const DIRECTORY_HEADER = 46
const DESCRIPTOR = 16
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff

/** General purpose bits of ZIP: size and checksum follow the content, and names are UTF-8. */
const FLAGS = 0x0808
const VERSION = 20
const VERSION_64 = 45
const UNIX_FILE = 0o100644 * 0x10000
const MADE_BY_UNIX = 3 << 8

async function* write(entries: Entry[], end: Buffer): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield localHeader(entry)
    let written = 0
    for await (const chunk of contentOf(entry.file)) {
      entry.crc = crc32(chunk, entry.crc)
      written += chunk.length
      yield chunk
    }
    if (written !== entry.size) throw new Error('a picture changed its size while it was exported')
    yield pack('4 4 4 4', 0x08074b50, entry.crc, entry.size, entry.size)
  }
  for (const entry of entries) yield directoryHeader(entry)
  yield end
}

async function* contentOf({ content }: ExportFile): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else yield* content.stream()
}

function localHeader({ file, name }: Entry): Buffer {
  const [time, date] = dosTime(file.modified)
  const fields = pack('4 2 2 2 2 2 4 4 4 2 2', 0x04034b50, VERSION, FLAGS, 0, time, date, 0, 0, 0, name.length, 0)
  return Buffer.concat([fields, name])
}

function directoryHeader(entry: Entry): Buffer {
  const { file, name, size, crc, offset } = entry
  const [time, date] = dosTime(file.modified)
  const extra = extraOf(entry)
  const version = extra.length > 0 ? VERSION_64 : VERSION
  const about = pack('4 2 2 2 2 2 2', 0x02014b50, MADE_BY_UNIX | version, version, FLAGS, 0, time, date)
  const sizes = pack('4 4 4 2 2', crc, size, size, name.length, extra.length)
  const place = pack('2 2 2 4 4', 0, 0, 0, UNIX_FILE, Math.min(offset, MAX_32))
  return Buffer.concat([about, sizes, place, name, extra])
}

function extraOf({ offset }: Entry): Buffer {
  return offset < MAX_32 ? Buffer.alloc(0) : pack('2 2 8', 1, 8, offset)
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const [shownCount, shownOffset] = [Math.min(count, MAX_16), Math.min(offset, MAX_32)]
  const end = pack('4 2 2 2 2 4 4 2', 0x06054b50, 0, 0, shownCount, shownCount, Math.min(size, MAX_32), shownOffset, 0)
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return end
  const versions = pack('4 8 2 2', 0x06064b50, 44, MADE_BY_UNIX | VERSION_64, VERSION_64)
  const record = pack('4 4 8 8 8 8', 0, 0, count, count, size, offset)
  const locator = pack('4 4 8 4', 0x07064b50, 0, offset + size, 1)
  return Buffer.concat([versions, record, locator, end])
}

function pack(format: string, ...values: number[]): Buffer {
  const widths = format.split(' ').map(Number)
  const bytes = Buffer.alloc(widths.reduce((sum, width) => sum + width, 0))
  let at = 0
  for (const [i, width] of widths.entries()) {
    const value = values[i] ?? 0
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

/** Time and date as MS-DOS has them: two-second steps and days since 1980, in Seoul's time. */
function dosTime(instant: Date): [time: number, date: number] {
  const local = toSeoulTime(instant)
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1)
  const date = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate()
  return [time, date]
}
