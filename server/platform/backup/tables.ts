import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** How to copy a table, or other rows: `query` is for COPY, and its order is the same on every server. */
export type TableCopy = Readonly<{ name: string; columns: readonly string[]; query: string }>

/** Waiting jobs, as `graphile_worker.add_job` takes them; the worker's own tables differ between its versions. */
export const WAITING_JOBS: TableCopy = {
  name: 'waiting_jobs',
  columns: ['identifier', 'job_key', 'max_attempts', 'payload', 'place', 'priority', 'queue_name', 'run_at'],
  query: `select t.identifier, j.key, j.max_attempts, j.payload, j.id, j.priority, q.queue_name, j.run_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.attempts < j.max_attempts order by j.id`,
}

type Found = { name: string; columns: string[]; key: string[] | null; after: string[]; logged: boolean }

/** Generated columns are left out. `after`: tables that this one refers to. */
const TABLES = `
  select c.relname as name, relpersistence = 'p' as logged,
    (select array_agg(quote_ident(attname) order by attname) from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select array_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        order by array_position(i.indkey::int2[], attnum))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and attnum = any (i.indkey)
      where i.indrelid = c.oid and indisprimary) as key,
    array(select confrelid::regclass::text from pg_constraint
      where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as after
  from pg_class c
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
  order by relname`

/**
 * SQL condition of the pictures in a backup. Unclaimed ones are left out, because their files may still be written;
 * after a restore a visitor has to choose such a picture again.
 */
export const BACKED_UP_PICTURES_SQL =
  '(claimed_at is not null or exists (select from image_uses where image_uses.image_id = images.id))'

/**
 * Lists all tables, or those that a backup contains ('kept'): unlogged ones hold short-lived rows. A table comes after
 * those that it refers to.
 */
export async function listTables(client: pg.Client, which: 'all' | 'kept'): Promise<TableCopy[]> {
  const { rows: all } = await client.query<Found>(TABLES)
  const rows = which === 'all' ? all : all.filter(({ logged }) => logged)
  const sorted: Found[] = []
  for (let rest = rows; rest.length > 0; ) {
    const isFree = ({ after }: Found) => !rest.some(({ name }) => after.includes(name))
    const free = rest.filter(isFree)
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    sorted.push(...free)
    rest = rest.filter((table) => !isFree(table))
  }
  return sorted.map(({ name, columns, key }) => {
    const order = key ?? [`${name}::text collate "C"`]
    const only = name === 'images' ? `where ${BACKED_UP_PICTURES_SQL}` : ''
    const query = `select ${columns.join()} from ${name} ${only} order by ${order.join()}`
    return { name, columns, query }
  })
}

/** SQL that sets up a connection so that equal values give equal text on every server, without time limits. */
export const COPY_SETTINGS = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set transaction_timeout = 0`

export type Sequence = Readonly<{ table: string; column: string; value: string; isCalled: boolean }>

/** Reads the sequences. They are not part of the snapshot, so their values are those of the snapshot or later ones. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, attname as column, pg_get_serial_sequence(quote_ident(c.relname), attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attidentity <> '' order by 1, 2`)
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${sequence}`,
    )
    sequences.push(...values.map((value) => ({ table, column, ...value })))
  }
  return sequences
}

export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { table, column, value, isCalled } of sequences) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      value,
      isCalled,
    ])
  }
}

const PART = 1024 * 1024

const NEWLINE = 10

export type RowChecksum = Readonly<{ rows: number; sha256: string }>

/** Counts and hashes rows in the text of COPY. */
export class RowHasher {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(text: Buffer): void {
    this.#hash.update(text)
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) this.#rows++
  }

  end(): RowChecksum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

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

export async function checksumOf(client: pg.Client, table: TableCopy): Promise<RowChecksum> {
  const sum = new RowHasher()
  for await (const part of readRows(client, table)) sum.add(part)
  return sum.end()
}

/** Writes rows into a table from the text of COPY. */
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

  async end(): Promise<void> {
    this.#stream.end()
    await this.#done
  }
}
