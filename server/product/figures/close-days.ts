import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/connect.ts'

/** Fewest people who searched for a keyword in vain on one day; rarer keywords are not shown. */
const LEAST_PEOPLE = 3

/** Keywords that are kept of a day. */
const MOST_KEYWORDS = 50

/** Days for which figures are kept. */
const KEPT_DAYS = 400

/** Most days that are filled in, after a time in which no process ran. */
const FILLED_DAYS = 31

/** Days after the sign-up on which it is counted how many members come back. */
export const RETURN_DAYS = [1, 7, 30] as const

const today = sql`(now() at time zone 'Asia/Seoul')::date`
const startOf = (day: unknown) => sql`((${day})::date::timestamp at time zone 'Asia/Seoul')`

/** Stores the figures of days that are over, and erases the salts and marks of their visitors. */
export async function closeDays(db: Database): Promise<void> {
  await sql`insert into site_days (day)
    select ${today} - ago from generate_series(1, ${sql.lit(FILLED_DAYS)}::integer) ago
    where ago = 1 or ${today} - ago > (select min(day) from site_days)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ day: string }>`select day::text from site_days
    where day < ${today} and visitors is null order by day`.execute(db)
  for (const { day } of rows) await db.transaction().execute((tx) => closeDay(tx, day))
  await sql`delete from site_days where day < ${today} - ${sql.lit(KEPT_DAYS)}::integer`.execute(db)
}

async function closeDay(tx: Queryable, day: string): Promise<void> {
  const locked = await sql`select from site_days where day = ${day} and visitors is null for update`.execute(tx)
  if (locked.rows.length === 0) return
  await sql`insert into missed_keywords (day, keyword, people)
    select day, keyword, count(*) from missed_searches where day = ${day}
    group by day, keyword having count(*) >= ${sql.lit(LEAST_PEOPLE)} order by count(*) desc, keyword limit ${sql.lit(MOST_KEYWORDS)}
    on conflict do nothing`.execute(tx)
  await sql`update site_days d set salt = null,
      visitors = (select count(*) from visitor_marks where day = d.day),
      signups = ${countOf('accounts', day)}, posts = ${countOf('posts', day)},
      last_account_id = ${lastOf('accounts', day)}, last_post_id = ${lastOf('posts', day)},
      members = ${perCohort(day, sql`true`)},
      returned = ${perCohort(
        day,
        sql`exists (select from sessions s where s.account_id = a.id
        and s.last_used_at >= ${startOf(sql`${day}`)} and s.last_used_at < ${startOf(sql`${day}::date + 1`)})`,
      )}
    where day = ${day}`.execute(tx)
  await sql`delete from visitor_marks where day = ${day}`.execute(tx)
  await sql`delete from missed_searches where day = ${day}`.execute(tx)
}

type Counted = 'accounts' | 'posts'

const lastIds = { accounts: 'last_account_id', posts: 'last_post_id' } as const

/** SQL of the number of rows added on the day. Their ids follow the last one of the days counted before. */
function countOf(table: Counted, day: string) {
  return sql`(select count(*) from ${sql.table(table)} where id > ${before(table, day)}
    and created_at >= ${startOf(sql`${day}`)} and created_at < ${startOf(sql`${day}::date + 1`)})`
}

function lastOf(table: Counted, day: string) {
  return sql`coalesce((select id from ${sql.table(table)} where id > ${before(table, day)}
    and created_at < ${startOf(sql`${day}::date + 1`)} order by id desc limit 1), ${before(table, day)})`
}

function before(table: Counted, day: string) {
  return sql`coalesce((select max(${sql.ref(lastIds[table])}) from site_days where day < ${day}), 0)`
}

/**
 * SQL of how many members meet the condition, of those who signed up 1, 7 and 30 days before: with ids between the last ones
 * of two days.
 */
function perCohort(day: string, condition: ReturnType<typeof sql>) {
  const count = (days: number) => sql`(select count(*) from accounts a
    where a.id > (select e.last_account_id from site_days e where e.day = ${day}::date - ${sql.lit(days + 1)}::integer)
      and a.id <= (select e.last_account_id from site_days e where e.day = ${day}::date - ${sql.lit(days)}::integer)
      and ${condition})`
  return sql`array[${sql.join(RETURN_DAYS.map(count))}]::integer[]`
}
