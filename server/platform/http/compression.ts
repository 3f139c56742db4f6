import { createHash } from 'node:crypto'
import zlib, { constants, crc32 } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { READER_BLOCK_ID, type ReaderBlock } from '#contract/reader-state.ts'

type Encoding = 'br' | 'zstd' | 'gzip'

const WORTH_COMPRESSING = 1024

/**
 * Characters of the longest Accept-Encoding header that is read. Browsers send shorter ones; longer ones get the plain
 * body.
 */
const LONGEST_HEADER = 200

/** Higher levels take several times as long and save a tenth of the bytes. */
const levels: Record<Encoding, number> = { zstd: 3, br: 3, gzip: 3 }

/** Encoding of the copy that a packed body keeps in place of the plain one. */
const PACKED: Encoding = 'zstd'

/** A response body in memory, with the copies that were compressed so far. */
export class CompressibleBody {
  #plain: Buffer | null
  readonly #length: number
  readonly #compressed = new Map<Encoding, Buffer>()
  #hash: string | undefined

  constructor(plain: Buffer) {
    this.#plain = plain
    this.#length = plain.length
  }

  /** Bytes of memory at present. */
  get size(): number {
    let size = this.#plain?.length ?? 0
    for (const { length } of this.#compressed.values()) size += length
    return size
  }

  /** Drops the plain body to save memory; it is decompressed again when it is asked for. */
  pack(): void {
    if (this.#length < WORTH_COMPRESSING) return
    this.bytes(PACKED)
    this.#plain = null
  }

  /** Best encoding that the client accepts; null for none. */
  encodingFor(acceptEncoding: string | undefined): Encoding | null {
    return this.#length < WORTH_COMPRESSING ? null : chooseEncoding(all, acceptEncoding)
  }

  bytes(encoding: Encoding | null): Buffer {
    if (encoding === null) return this.#plain ?? zlib.zstdDecompressSync(this.bytes(PACKED))
    const known = this.#compressed.get(encoding)
    if (known) return known
    const bytes = alone(compress(this.bytes(null), encoding, levels[encoding]))
    this.#compressed.set(encoding, bytes)
    return bytes
  }

  etag(encoding: Encoding | null): string {
    // The coding that is kept is hashed, because the plain body would have to be made again.
    this.#hash ??= hashOf(this.bytes(this.#length < WORTH_COMPRESSING ? null : PACKED))
    return encoding === null ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/** A copy in memory of its own: a compressor returns a part of a pool, all of which would be kept. */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: CompressibleBody,
  { sendsEtag = false } = {},
): FastifyReply {
  const encoding = body.encodingFor(headers['accept-encoding'])
  if (sendsEtag) {
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

/** Start of the reader's block. Text by members comes later in the page, so the first occurrence is the site's own. */
const BLOCK_START = `<script id="${READER_BLOCK_ID}" type="application/json">`

/** The header of a gzip file without name and time, of an unknown system (RFC 1952, 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** The parts of a page before and after its gap, compressed separately so that any block fits between. */
type Parts = Readonly<{
  before: Buffer
  after: Buffer
  /** Bytes of both before they were compressed. */
  length: number
  crcOfBefore: number
  /** Checksum of the part after the gap, given that of everything before it. */
  crcWithAfter: (crc: number) => number
}>

/** The HTML of a page, in which a gap takes the block with the reader's state. */
export class PageBody {
  readonly shared: CompressibleBody
  /** Position of the reader's block. */
  readonly #gap: number
  readonly hasGap: boolean
  #parts: Parts | undefined

  constructor(html: string) {
    const plain = Buffer.from(html)
    const start = plain.indexOf(BLOCK_START)
    this.hasGap = start >= 0
    this.#gap = start + BLOCK_START.length
    this.shared = new CompressibleBody(plain)
  }

  get size(): number {
    const { before, after } = this.#parts ?? {}
    return this.shared.size + (before?.length ?? 0) + (after?.length ?? 0)
  }

  pack(): void {
    this.shared.pack()
  }

  withBlock(block: ReaderBlock): Buffer {
    const plain = this.shared.bytes(null)
    return Buffer.concat([plain.subarray(0, this.#gap), toJson(block), plain.subarray(this.#gap)])
  }

  /** Compresses only the reader's block; the whole page would take four times as long. */
  gzippedWithBlock(block: ReaderBlock): Buffer {
    this.#parts ??= partsOf(this.shared.bytes(null), this.#gap)
    const { before, after, length, crcOfBefore, crcWithAfter } = this.#parts
    const json = toJson(block)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crcWithAfter(crc32(json, crcOfBefore)))
    trailer.writeUInt32LE(length + json.length, 4)
    return Buffer.concat([GZIP_HEADER, before, deflatePart(json), after, trailer])
  }
}

function partsOf(plain: Buffer, gap: number): Parts {
  const [before, after] = [plain.subarray(0, gap), plain.subarray(gap)]
  return {
    before: alone(deflatePart(before)),
    after: alone(zlib.deflateRawSync(after, { level: levels.gzip })),
    length: plain.length,
    crcOfBefore: crc32(before),
    crcWithAfter: crcAfter(after),
  }
}

/** A linear function of the 32 bits of a checksum: what each bit becomes. */
type Columns = readonly number[]

const bits = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)

/** For each bit of a checksum: that bit after a further zero byte. */
const ZERO_BYTE: Columns = bits.map((bit) => crc32(Buffer.of(0), bit) ^ crc32(Buffer.of(0), 0))

function apply(columns: Columns, value: number): number {
  return columns.reduce((sum, column, bit) => ((value >>> bit) & 1 ? sum ^ column : sum), 0)
}

/**
 * Returns a function from the checksum before these bytes to the checksum after them. It does not need the bytes: what
 * each bit becomes depends on their number alone.
 */
function crcAfter(bytes: Buffer): (crc: number) => number {
  const base = crc32(bytes)
  let [passed, step]: [Columns, Columns] = [bits, ZERO_BYTE]
  for (let left = bytes.length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) passed = passed.map((column) => apply(step, column))
    step = step.map((column) => apply(step, column))
  }
  return (crc) => (base ^ apply(passed, crc)) >>> 0
}

/** Compresses a part so that it ends at a whole byte and refers to nothing before it; another part may follow. */
function deflatePart(plain: Buffer): Buffer {
  return zlib.deflateRawSync(plain, { level: levels.gzip, finishFlush: constants.Z_SYNC_FLUSH })
}

function toJson(block: ReaderBlock): Buffer {
  return Buffer.from(JSON.stringify(block).replaceAll('<', '\\u003c'))
}

export function sendPageWithReaderState(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageBody,
  block: ReaderBlock,
): FastifyReply {
  if (!page.hasGap) return sendBody(request, reply, page.shared)
  const encoding = chooseEncoding(gzipOnly, request.headers['accept-encoding'])
  return sendEncoded(reply, encoding, encoding ? page.gzippedWithBlock(block) : page.withBlock(block))
}
