import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isInitial } from '#rules/hangul.ts'
import { TAKEN_APART } from '#rules/normal-form.ts'
import { type Database, perDatabase, type Queryable } from '../../platform/db/connect.ts'
import type { SearchTerm } from './search-text.ts'

export function containsAll(normal: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) =>
    waysOf(term).some(({ text, pattern }) =>
      pattern === null ? normal.includes(text) : new RegExp(pattern).test(normal),
    ),
  )
}

/** SQL of `containsAll`, without wildcards for '%'. Initial consonants must be within one word of `written`. */
export function containsAllSql(
  normal: RawBuilder<unknown>,
  terms: readonly SearchTerm[],
  written?: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const check = ({ text, pattern }: SearchTerm) => {
    if (pattern === null) return sql`strpos(${normal}, ${text}) > 0`
    return written && isOfInitials(text)
      ? sql`(${normal} ~ ${pattern} and ${written} ~ ${pattern})`
      : sql`${normal} ~ ${pattern}`
  }
  const checks = terms.map((term) => sql`(${sql.join(waysOf(term).map(check), sql` or `)})`)
  return sql`(${sql.join(checks, sql` and `)})`
}

function isOfInitials(text: string): boolean {
  return text.length > 1 && [...text].every(isInitial)
}

const [ONE, TWO] = [1, 2].map((length) =>
  Object.entries(TAKEN_APART).filter(([, letters]) => letters.length === length),
)
const [SIGNS, PLAIN_SIGNS] = ['‐‒–—―−’‘`ʼ', "------''''"]

/** SQL of `normalForm` for each line of a text without a stored form; NFKC changes single Hangul letters. */
export function normalFormSql(text: RawBuilder<unknown>): RawBuilder<string> {
  const letters = (ONE ?? []).map(([letter]) => letter).join('') + SIGNS
  const plain = (ONE ?? []).map(([, other]) => other).join('') + PLAIN_SIGNS
  const unmarked = sql`normalize(regexp_replace(normalize(lower(normalize(${text}, NFKC)), NFD), ${'[\u0300-\u036F]'}, '', 'g'), NFC)`
  const apart = (TWO ?? []).reduce(
    (form, [letter, other]) => sql`replace(${form}, ${letter}, ${other})`,
    sql`translate(${unmarked}, ${letters}, ${plain})`,
  )
  return sql`regexp_replace(replace(${apart}, ' ', ''), ${'([0-9]-)-*(?=[0-9])|-'}, ${'\\1'}, 'g')`
}

export function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}

/** Condition for the index on `grams`: all pairs of characters of each term, or of one of its alternatives. */
export function hasGrams(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const has = (grams: readonly string[]) => sql`grams @> ${[...new Set(grams)]}::text[]`
  const plain = terms.filter(({ others = [] }) => others.length === 0)
  const open = terms.filter(({ others = [] }) => others.length > 0)
  return sql`(${sql.join(
    [
      ...(plain.length > 0 || open.length === 0 ? [has(plain.flatMap(({ grams }) => grams))] : []),
      ...open.map(
        (term) =>
          sql`(${sql.join(
            waysOf(term).map(({ grams }) => has(grams)),
            sql` or `,
          )})`,
      ),
    ],
    sql` and `,
  )})`
}

function waysOf(term: SearchTerm): readonly SearchTerm[] {
  return [term, ...(term.others ?? [])]
}

/** How many rows of a table have each frequent gram, as a share, and at most each other. */
type Frequencies = Readonly<{ rows: number; shares: ReadonlyMap<string, number>; rare: number }>

const FREQUENCIES_AGE_MS = 60_000

const frequencies = perDatabase(
  (db) =>
    new LRUCache<string, Frequencies>({
      max: 10,
      ttl: FREQUENCIES_AGE_MS,
      allowStale: true,
      fetchMethod: (table) => readFrequencies(db, table),
    }),
)

/** PostgreSQL's own statistics of the grams, as its planner uses them. */
async function readFrequencies(db: Database, table: string): Promise<Frequencies> {
  const { rows } = await sql<{ rows: number; grams: string[] | null; shares: number[] | null }>`
    select greatest(0, c.reltuples) as rows, to_json(s.most_common_elems::text::text[]) as grams,
      to_json(s.most_common_elem_freqs) as shares
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_stats s on (s.schemaname, s.tablename, s.attname) = (n.nspname, c.relname, 'grams')
    where c.oid = ${table}::regclass`.execute(db)
  const { rows: count = 0, grams, shares } = rows[0] ?? {}
  const known = (grams ?? []).map((gram, index) => [gram, shares?.[index] ?? 0] as const)
  return { rows: count, shares: new Map(known), rare: Math.min(RARE, ...known.map(([, share]) => share / 2)) }
}

/** Share of rows with a gram of which nothing is known. */
const RARE = 0.005

/** Number of rows that probably have the grams of the terms, as if grams were independent of each other. */
export async function expectedRows(db: Database, table: string, terms: readonly SearchTerm[]): Promise<number> {
  const { rows = 0, shares, rare = 0 } = (await frequencies(db).fetch(table)) ?? {}
  const shareOf = ({ grams }: SearchTerm) =>
    [...new Set(grams)].reduce((share, gram) => share * (shares?.get(gram) ?? rare), 1)
  const none = (term: SearchTerm) => waysOf(term).reduce((without, way) => without * (1 - shareOf(way)), 1)
  return Math.max(1, Math.round(terms.reduce((expected, term) => expected * (1 - none(term)), rows)))
}

type LookUp = Readonly<{
  seconds?: number
  /** Collects all matches in a bitmap, with enough memory for a large one, instead of row by row. */
  allMatches?: boolean
}>

/** Keeps the planner from a table scan: with a limit it expects early matches that may never come. */
export function withIndexOnly<T>(
  db: Database,
  run: (tx: Queryable) => Promise<T>,
  { seconds = 3, allMatches = false }: LookUp = {},
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true),
      set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
    if (allMatches) {
      await sql`select set_config('enable_indexscan', 'off', true), set_config('work_mem', '32MB', true)`.execute(tx)
    }
    return run(tx)
  })
}
