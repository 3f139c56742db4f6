import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/**
 * Everything that makes up the schema of a database, one line each, in a fixed order: columns, constraints, indexes,
 * functions, triggers, views and storage settings. The order of a table's columns, and spaces in functions, are left out.
 */
export async function schemaOf(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname::text as name, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname not like 'kysely%'
    )
    select concat_ws(' ', 'table', name, relpersistence::text, reloptions::text) as line from tables
    union all
    select concat_ws(' ', 'column', t.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text,
      a.attgenerated::text, a.attstattarget, pg_get_expr(d.adbin, d.adrelid))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all
    select concat_ws(' ', 'constraint', t.name, c.conname, pg_get_constraintdef(c.oid))
    from tables t join pg_constraint c on c.conrelid = t.oid
    union all
    select pg_get_indexdef(i.indexrelid) || coalesce(' ' || x.reloptions::text, '')
    from tables t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
    union all
    select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all
    select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from tables where relkind = 'v'
    union all
    select regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'type', typname) from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
