import { createHash } from 'node:crypto'
import zlib, { constants, crc32 } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { READER_BLOCK, type ReaderBlock } from '#contract/reader-state.ts'

type Encoding = 'br' | 'zstd' | 'gzip'

const WORTH_COMPRESSING = 1024

/** Browsers send shorter Accept-Encoding headers; longer ones get the plain body. */
const LONGEST_HEADER = 200

/** Higher levels take several times as long and save a tenth of the bytes. */
const levels: Record<Encoding, number> = { zstd: 3, br: 3, gzip: 3 }

export class CompressibleBody {
  readonly #plain: Buffer
  readonly #compressed = new Map<Encoding, Buffer>()
  #hash: string | undefined

  constructor(plain: Buffer) {
    this.#plain = plain
  }

  /** Upper bound of its memory: text in all three codings together is smaller than the text itself. */
  get size(): number {
    return this.#plain.length * 2
  }

  /** Best coding that the reader accepts; null for none. */
  encodingFor(acceptEncoding: string | undefined): Encoding | null {
    return this.#plain.length < WORTH_COMPRESSING ? null : chooseEncoding(all, acceptEncoding)
  }

  bytes(encoding: Encoding | null): Buffer {
    if (encoding === null) return this.#plain
    const known = this.#compressed.get(encoding)
    if (known) return known
    const bytes = compress(this.#plain, encoding, levels[encoding])
    this.#compressed.set(encoding, bytes)
    return bytes
  }

  etag(encoding: Encoding | null): string {
    this.#hash ??= createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)
    return encoding === null ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }
}

export function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: CompressibleBody,
  { isTagged = false } = {},
): FastifyReply {
  const encoding = body.encodingFor(headers['accept-encoding'])
  if (isTagged) {
    reply.header('etag', body.etag(encoding))
    if (isFresh(headers, reply.getHeaders())) return reply.code(304).send()
  }
  return sendEncoded(reply, encoding, body.bytes(encoding))
}

function sendEncoded(reply: FastifyReply, encoding: Encoding | null, bytes: Buffer): FastifyReply {
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

function compress(plain: Buffer, encoding: Encoding, level: number): Buffer {
  if (encoding === 'zstd') {
    const params = { [constants.ZSTD_c_compressionLevel]: level }
    // The known length saves megabytes of tables.
    return zlib.zstdCompressSync(plain, { params, pledgedSrcSize: plain.length, chunkSize: chunkFor(plain) })
  }
  if (encoding === 'br') {
    return zlib.brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
  }
  return zlib.gzipSync(plain, { level })
}

function chunkFor(plain: Buffer): number {
  return Math.max(4096, plain.length >> 2)
}

const all = new Negotiator({ supportedValues: ['zstd', 'br', 'gzip'] })
const gzipOnly = new Negotiator({ supportedValues: ['gzip'] })

function chooseEncoding<E extends Encoding>(negotiator: Negotiator<E>, header: string | undefined): E | null {
  return header === undefined || header.length > LONGEST_HEADER ? null : negotiator.negotiate(header)
}

/** The page's text by people comes later, so the first occurrence is the page's own. */
const BLOCK_START = `<script id="${READER_BLOCK}" type="application/json">`

/** The header of a gzip file without name and time, of an unknown system (RFC 1952, 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export class PageBody {
  readonly shared: CompressibleBody
  readonly #before: Buffer
  readonly #after: Buffer
  /** The parts before and after the gap, compressed separately so that any block fits between. */
  #deflated: { before: Buffer; after: Buffer } | undefined

  constructor(html: string) {
    const plain = Buffer.from(html)
    const start = plain.indexOf(BLOCK_START)
    const gap = start < 0 ? plain.length : start + BLOCK_START.length
    this.shared = new CompressibleBody(plain)
    this.#before = plain.subarray(0, gap)
    this.#after = plain.subarray(gap)
  }

  get size(): number {
    return this.shared.size + this.#before.length + this.#after.length
  }

  get hasGap(): boolean {
    return this.#after.length > 0
  }

  withBlock(block: ReaderBlock): Buffer {
    return Buffer.concat([this.#before, toJson(block), this.#after])
  }

  /** Compresses only the reader's block; the whole page would take four times as long. */
  gzippedWithBlock(block: ReaderBlock): Buffer {
    const [before, after] = [this.#before, this.#after]
    this.#deflated ??= { before: deflatePart(before), after: zlib.deflateRawSync(after, { level: levels.gzip }) }
    const json = toJson(block)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE([json, after].reduce((sum, part) => crc32(part, sum), crc32(before)))
    trailer.writeUInt32LE(before.length + json.length + after.length, 4)
    return Buffer.concat([GZIP_HEADER, this.#deflated.before, deflatePart(json), this.#deflated.after, trailer])
  }
}

/** Ends at a whole byte and refers to nothing before it, so that another part may follow. */
function deflatePart(plain: Buffer): Buffer {
  return zlib.deflateRawSync(plain, { level: levels.gzip, finishFlush: constants.Z_SYNC_FLUSH })
}

function toJson(block: ReaderBlock): Buffer {
  return Buffer.from(JSON.stringify(block).replaceAll('<', '\\u003c'))
}

export function sendWithBlock(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageBody,
  block: ReaderBlock,
): FastifyReply {
  if (!page.hasGap) return sendBody(request, reply, page.shared)
  const encoding = chooseEncoding(gzipOnly, request.headers['accept-encoding'])
  return sendEncoded(reply, encoding, encoding ? page.gzippedWithBlock(block) : page.withBlock(block))
}
