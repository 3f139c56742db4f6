import zlib, { constants } from 'node:zlib'
import { READER_BLOCK, type ReaderBlock } from '#contract/reader-state.ts'
import { acceptsGzip, CompressibleBody, type Encoding } from './compression.ts'

/** Before it nothing of a page was written by people, so its first occurrence is the page's own. */
const BLOCK_START = `<script id="${READER_BLOCK}" type="application/json">`

/** Low, because the page is kept for a second. */
const LEVEL = 3

/** RFC 1951, 3.2.4. */
const LONGEST_STORED = 0xffff

/** Without a name or a time (RFC 1952, 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

type Halves = Readonly<{ before: Buffer; after: Buffer }>

/**
 * A page with a gap for its reader's block. Before and after are compressed once; the block is put between as it is.
 */
export class PageBody {
  readonly #first: CompressibleBody
  readonly #further: CompressibleBody
  readonly #plain: Halves
  readonly #hasGap: boolean
  #deflated: Halves | undefined
  #wasSent = false

  constructor(html: string) {
    const start = html.indexOf(BLOCK_START)
    const gap = start < 0 ? html.length : start + BLOCK_START.length
    this.#hasGap = start >= 0
    const whole = Buffer.from(html)
    const bytes = Buffer.byteLength(html.slice(0, gap))
    this.#plain = { before: whole.subarray(0, bytes), after: whole.subarray(bytes) }
    this.#first = new CompressibleBody(whole, 'quick')
    this.#further = new CompressibleBody(whole, 'small')
  }

  get size(): number {
    return this.#first.size * 2
  }

  /** Most pages are asked for once, so only further visitors get the version that is compressed well. */
  shared(hasVersion = false): CompressibleBody {
    const body = this.#wasSent || hasVersion ? this.#further : this.#first
    this.#wasSent = true
    return body
  }

  withBlock(block: ReaderBlock, acceptEncoding: string | undefined): { bytes: Buffer; encoding: Encoding | null } {
    const json = Buffer.from(this.#hasGap ? JSON.stringify(block).replaceAll('<', '\\u003c') : '')
    const { before, after } = this.#plain
    if (!acceptsGzip(acceptEncoding)) return { bytes: Buffer.concat([before, json, after]), encoding: null }
    this.#deflated ??= {
      // Ends at a whole byte, without being the last block.
      before: zlib.deflateRawSync(before, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
      after: zlib.deflateRawSync(after, { level: LEVEL }),
    }
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(zlib.crc32(after, zlib.crc32(json, zlib.crc32(before))))
    trailer.writeUInt32LE(before.length + json.length + after.length, 4)
    const deflated = [this.#deflated.before, ...stored(json), this.#deflated.after]
    return { bytes: Buffer.concat([GZIP_HEADER, ...deflated, trailer]), encoding: 'gzip' }
  }
}

/** The bytes as blocks of DEFLATE that are not compressed. */
function stored(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += LONGEST_STORED) {
    const part = bytes.subarray(from, from + LONGEST_STORED)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(~part.length & 0xffff, 3)
    blocks.push(head, part)
  }
  return blocks
}
