/** The type `WrittenHours` of rules/week-rule.ts, as text. */
const WEEK =
  "{ days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]; start_time: string; end_time: string; break_start: string | null; break_end: string | null; last_order: string | null }[]"

/** Types of columns that are narrower than the schema says. Texts of fixed values are known by their checks. */
const TYPES: Readonly<Record<string, string>> = {
  'posts.dishes': 'ColumnType<{ name: string; price: number | null }[], string | undefined, string>',
  'posts.week_hours': `ColumnType<${WEEK} | null, string | null | undefined, string | null>`,
  'hour_words.week_hours': `ColumnType<${WEEK} | null, string | null, string | null>`,
  'notices.change':
    "'email' | 'email passed on' | 'answer' | 'password' | 'passkeys kept' | 'logins kept' | 'login linked' | 'login unlinked' | 'passkey added' | 'passkey removed' | 'two-step on' | 'two-step off' | 'recovery codes renewed' | 'recovery code used' | 'codes guessed' | 'sign-in reset'",
}

/** Our ids and counts stay far below 2^53, so `bigint` is read as a number too. */
const BY_NAME: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  box: 'string',
  bytea: 'Buffer',
  'double precision': 'number',
  int4multirange: 'string',
  integer: 'number',
  jsonb: 'unknown',
  point: '{ x: number; y: number }',
  polygon: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
}

const COLUMN = new RegExp(`^  (\\w+) (${Object.keys(BY_NAME).join('|')})(\\[\\])?( not null)?(.*)`)
const VALUES = /CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)/

/**
 * Kysely's types of the tables in schema.gen.sql, with what server/platform/database/columns.md says of them.
 * @throws when columns.md names a table or column that does not exist
 */
export function tableTypes(schema: string, columnsText: string): string {
  const meanings = new Map(
    [...columnsText.matchAll(/^- `([\w.]+)`: (.+)$/gm)].map(([, name, text]) => [name ?? '', text]),
  )
  const meaningOf = (name: string, indent: string) => {
    const text = meanings.get(name)
    meanings.delete(name)
    return text === undefined ? '' : `${indent}/** ${text} */\n`
  }
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)].map(
    ([, table = '', body = '']) => {
      const lines = body.split('\n')
      const columns = lines.flatMap((line) => {
        const [, column, type = '', list = '', notNull, rest = ''] = COLUMN.exec(line) ?? []
        if (column === undefined) return []
        const name = `${table}.${column}`
        const value = (valuesOf(lines, column) ?? BY_NAME[type]) + list + (notNull ? '' : ' | null')
        return [`${meaningOf(name, '    ')}    ${column}: ${TYPES[name] ?? columnType(value, rest)}\n`]
      })
      return `${meaningOf(table, '  ')}  ${table}: {\n${columns.join('')}  }\n`
    },
  )
  if (meanings.size > 0)
    throw new Error(`server/platform/database/columns.md tells of what is not there: ${[...meanings.keys()]}`)
  return `import type { ColumnType, Generated } from 'kysely'\n\nexport interface Tables {\n${tables.join('')}}\n`
}

/** The values that a check allows for a text: `'like' | 'comment'`. */
function valuesOf(lines: readonly string[], column: string): string | undefined {
  const checks = lines.map((line) => VALUES.exec(line)).filter((found) => found?.[1] === column)
  return checks[0]?.[2]?.replaceAll('::text', '').replaceAll(', ', ' | ')
}

/** Columns that the database computes are never written, those with a default may be left out. */
function columnType(value: string, rest: string): string {
  if (rest.startsWith(' generated always as (')) return `ColumnType<${value}, never, never>`
  return /^ (?:default|generated)/.test(rest) ? `Generated<${value}>` : value
}
