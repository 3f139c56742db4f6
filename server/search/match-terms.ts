import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../db/connect.ts'
import type { SearchTerm } from './search-text.ts'

/** Whether a normal form contains every term. */
export function containsAll(normal: string, terms: readonly SearchTerm[]): boolean {
  return terms.every(({ text, pattern }) =>
    pattern === null ? normal.includes(text) : new RegExp(pattern).test(normal),
  )
}

/** The same in SQL, where `normal` is a text expression; strpos knows no wildcards, so '%' is only '%'. */
export function containsAllSql(normal: RawBuilder<unknown>, terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const checks = terms.map(({ text, pattern }) =>
    pattern === null ? sql`strpos(${normal}, ${text}) > 0` : sql`${normal} ~ ${pattern}`,
  )
  return sql`(${sql.join(checks, sql` and `)})`
}

/** What the index on `grams` answers: all pairs of characters of all terms. */
export function hasGrams(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  return sql`grams @> ${[...new Set(terms.flatMap(({ grams }) => grams))]}::text[]`
}

/** How many rows of the table have the terms' grams, as the planner believes. */
export async function expectedRows(db: Queryable, table: string, terms: readonly SearchTerm[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(table)} where ${hasGrams(terms)}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/**
 * Runs a look-up by grams, for 3 s at most (then UNAVAILABLE). A limit makes the planner hope to meet the words soon by
 * reading the whole table, but frequent words may never stand together.
 */
export function withIndexOnly<T>(db: Database, run: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('statement_timeout', '3s', true)`.execute(tx)
    return run(tx)
  })
}
