import { createHash } from 'node:crypto'
import zlib, { constants } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { READER_BLOCK, type ReaderBlock } from '#contract/reader-state.ts'

type Encoding = 'br' | 'zstd' | 'gzip'

/** Shorter bodies fit into one packet anyway. */
const WORTH_COMPRESSING = 1024

/** No browser sends a longer Accept-Encoding; others get the plain body. */
const LONGEST_HEADER = 200

/** A page takes a tenth of a millisecond; higher levels take several times as long and save a tenth of the bytes. */
const levels: Record<Encoding, number> = { zstd: 3, br: 3, gzip: 3 }

/** A body of text or JSON, compressed at most once for each coding that is asked for. */
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

  /** The best coding that the reader accepts; null for none. */
  encodingFor(acceptEncoding: string | undefined): Encoding | null {
    return this.#plain.length < WORTH_COMPRESSING ? null : chooseEncoding(acceptEncoding)
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

/** Sends a body in the best coding that the reader accepts. With an entity tag, one who has it gets 304. */
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
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(body.bytes(encoding))
}

/** Synchronous, because a worker thread would cost as much again. */
function compress(plain: Buffer, encoding: Encoding, level: number): Buffer {
  if (encoding === 'zstd') {
    const params = { [constants.ZSTD_c_compressionLevel]: level }
    // With a known length it takes tables of that size instead of megabytes.
    return zlib.zstdCompressSync(plain, { params, pledgedSrcSize: plain.length, chunkSize: chunkFor(plain) })
  }
  if (encoding === 'br') {
    return zlib.brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
  }
  return zlib.gzipSync(plain, { level })
}

/** Text becomes a quarter of its length. */
function chunkFor(plain: Buffer): number {
  return Math.max(4096, plain.length >> 2)
}

/** Chooses the first of equally preferred codings. */
const negotiator = new Negotiator({ supportedValues: ['zstd', 'br', 'gzip'] })

function chooseEncoding(header: string | undefined): Encoding | null {
  return header === undefined || header.length > LONGEST_HEADER ? null : negotiator.negotiate(header)
}

/** Before it nothing of a page was written by people, so its first occurrence is the page's own. */
const BLOCK_START = `<script id="${READER_BLOCK}" type="application/json">`

/** A page with a gap for its reader's block. */
export class PageBody {
  /** Without a block, for all visitors. */
  readonly shared: CompressibleBody
  readonly #html: Buffer

  constructor(html: string) {
    this.#html = Buffer.from(html)
    this.shared = new CompressibleBody(this.#html)
  }

  get size(): number {
    return this.shared.size
  }

  /** With the block in the gap; a page without one, such as a redirect, stays as it is. */
  withBlock(block: ReaderBlock): CompressibleBody {
    const start = this.#html.indexOf(BLOCK_START)
    if (start < 0) return this.shared
    const gap = start + BLOCK_START.length
    const json = Buffer.from(JSON.stringify(block).replaceAll('<', '\\u003c'))
    return new CompressibleBody(Buffer.concat([this.#html.subarray(0, gap), json, this.#html.subarray(gap)]))
  }
}
