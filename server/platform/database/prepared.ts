import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'

/** Prefix of a statement to prepare once per connection; not for statements whose best plan depends on the values. */
export const prepared: RawBuilder<unknown> = sql.raw(MARK)

type ElementType = 'bigint' | 'bytea' | 'float8' | 'integer' | 'text'

/** Array parameter whose length the planner cannot see; otherwise it plans each execution anew. */
export function arrayOf(type: ElementType, values: readonly unknown[]): RawBuilder<unknown> {
  const array = sql.raw(`${type}[]`)
  return sql`((select ${values}::${array})::${array})`
}

/** One array for each of these columns of the rows, for `unnest`. */
export function columnArraysOf<Name extends string>(
  rows: readonly Readonly<Record<NoInfer<Name>, unknown>>[],
  types: Readonly<Record<Name, ElementType>>,
): RawBuilder<unknown> {
  const column = ([name, type]: [string, ElementType]) =>
    arrayOf(
      type,
      rows.map((row) => row[name as Name]),
    )
  return sql.join(Object.entries<ElementType>(types).map(column))
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Prepares marked statements. It uses callbacks: pg's promises keep finished requests in memory for long. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const run = (text: unknown, values: unknown, ...rest: unknown[]) =>
      isMarked(text) ? query({ name: nameOf(text), text, values }, ...rest) : query(text, values, ...rest)
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
      Array.isArray(values) && rest.length === 0
        ? new Promise((resolve, reject) => {
            run(text, values, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
          })
        : run(text, values, ...rest)) as pg.Client['query']
  }
}

const MARKED = /^\s*(?:select )?\/\* prepared \*\//

function isMarked(text: unknown): text is string {
  return typeof text === 'string' && MARKED.test(text)
}
