import { READER_BLOCK, type ReaderBlock } from '#contract/reader-state.ts'
import { CompressibleBody } from './compression.ts'

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
