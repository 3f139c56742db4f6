import { expect, test } from 'vitest'
import { tableTypes } from './table-types.ts'

const schema = `create table fruit (
  id bigint not null generated always as identity,
  name text not null default ''::text,
  kind text,
  size integer generated always as (
CASE
    WHEN (name = ''::text) THEN 1
END) stored,
  seeds text[] not null,
  constraint fruit_kind_check CHECK ((kind = ANY (ARRAY['apple'::text, 'pear'::text])))
);
`

test('a column has the type of its values, and says what the database makes of it', () => {
  expect(tableTypes(schema, '- `fruit.seeds`: Their names.\n')).toContain(`  fruit: {
    id: Generated<number>
    name: Generated<string>
    kind: 'apple' | 'pear' | null
    size: ColumnType<number | null, never, never>
    /** Their names. */
    seeds: string[]
  }
`)
})

test('a sentence about a column that is gone is refused', () => {
  expect(() => tableTypes(schema, '- `fruit.stem`: It is short.\n')).toThrow('not there: fruit.stem')
})
