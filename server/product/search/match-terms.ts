import { type RawBuilder, sql } from 'kysely'
import { isInitial } from '#rules/hangul.ts'
import { TAKEN_APART } from '#rules/normal-form.ts'
import type { Database, Queryable } from '../../platform/db/connect.ts'
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

export async function expectedRows(db: Queryable, table: string, terms: readonly SearchTerm[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(table)} where ${hasGrams(terms)}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
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
