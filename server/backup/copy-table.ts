import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Sum } from './archive.ts'
import type { TableCopy } from './tables.ts'

/** Bytes of one part. */
const PART = 1024 * 1024

const NEWLINE = 10

/** Counts and sums up the lines of COPY's text, of which each is a row. */
export class RowSum {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(text: Buffer): void {
    this.#hash.update(text)
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) this.#rows++
  }

  end(): Sum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** The rows as COPY's text, cut into parts of about a megabyte. */
export async function* readRows(client: pg.Client, { query }: TableCopy): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(to(`copy (${query}) to stdout`)) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** The sum of the rows as they are in the database now. */
export async function sumOf(client: pg.Client, table: TableCopy): Promise<Sum> {
  const sum = new RowSum()
  for await (const part of readRows(client, table)) sum.add(part)
  return sum.end()
}

/** Takes the parts of one table. */
export class RowWriter {
  readonly table: TableCopy
  readonly #stream: Writable
  readonly #done: Promise<void>

  constructor(client: pg.Client, table: TableCopy) {
    this.table = table
    this.#stream = client.query(from(`copy ${table.name} (${table.columns.join()}) from stdin`))
    this.#done = finished(this.#stream)
    this.#done.catch(() => {})
  }

  async write(part: Buffer): Promise<void> {
    if (!this.#stream.write(part)) await Promise.race([once(this.#stream, 'drain'), this.#done])
  }

  /** Resolves when the database has taken all rows. */
  async end(): Promise<void> {
    this.#stream.end()
    await this.#done
  }
}
