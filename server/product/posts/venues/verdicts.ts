import { type RawBuilder, sql } from 'kysely'
import { FEWEST_ANSWERS, type Verdict } from '#rules/verdict.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { RANKINGS } from '../../../platform/database/shown.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { isSeenBy } from '../../authors/visibility.ts'
import { countsInRankings } from '../../enforcement/require-writer.ts'

/** Limit of members who have been at a place whose answers are read. */
const MOST_ASKED = 10_000

/** SQL of the member's last answer whether they would go again, for a row `s` of `saves`; null without an answer. */
export const lastAnswer = sql<boolean | null>`(select v.again from visits v
  where v.account_id = s.account_id and v.post_id = s.post_id and v.again is not null order by v.day desc, v.id desc limit 1)`

/** For each place, how many members answered and how many would go again, without members hidden from the reader; null if fewer than `FEWEST_ANSWERS` answered. */
export async function loadVerdicts(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  venueIds: readonly string[],
): Promise<(Verdict | null)[]> {
  const { rows } = await sql<Verdict>`${prepared}
    select said.people, said.again from unnest(${arrayOf('bigint', venueIds)}) with ordinality as wanted (id, nth),
      lateral (
        select count(*)::integer as people, (count(*) filter (where again))::integer as again from (
          select ${lastAnswer} as again from saves s join accounts a on a.id = s.account_id
          where s.venue_id = wanted.id and s.list = 'been' and not a.hidden and ${isSeenBy(session, sql`a.id`)}
          limit ${sql.lit(MOST_ASKED)}
        ) been where again is not null
      ) said
    order by wanted.nth`.execute(db)
  return rows.map((row) => (row.people < FEWEST_ANSWERS ? null : row))
}

/** Standard score of a 95 % interval. */
const Z = 1.96

/**
 * SQL of the score by which places are ordered: the lower bound of Wilson's interval for the share of members who would go again, in
 * millionths. Few answers count less than many: 3 of 3 are below 9 of 12.
 */
function againScore(people: RawBuilder<number>, again: RawBuilder<number>): RawBuilder<number> {
  const share = sql`(${again}::float8 / ${people})`
  const [z, zz] = [sql.lit(Z), sql.lit(Z * Z)]
  return sql<number>`round(1000000 * greatest(0, ${share} + ${zz} / (2 * ${people})
    - ${z} * sqrt((${share} * (1 - ${share}) + ${zz} / (4 * ${people})) / ${people})) / (1 + ${zz} / ${people}))::integer`
}

/** Posts whose scores one statement updates. */
const BATCH = 2000

/**
 * Updates the score in all posts to that of their place, 0 below `FEWEST_ANSWERS` members. As in `rankWeeklyPosts`, the author of a post and
 * members who do not count in rankings are left out. It changes the order of lists, so a job does it once an hour, in short
 * statements that lock rows in the order of their ids, as the deletion of an account does.
 */
export async function updateAgainScores(db: Database): Promise<void> {
  const changed = await withoutTimeLimits(db, async (connection) => {
    await sql`create temporary table again_answers as
      with said as (
        select distinct on (account_id, post_id) account_id, post_id, again from visits
        where again is not null order by account_id, post_id, day desc, id desc
      )
      select s.venue_id, s.account_id, said.again::integer as again
      from said join saves s on s.account_id = said.account_id and s.list = 'been' and s.post_id = said.post_id
      join accounts a on a.id = s.account_id
      where s.venue_id is not null and ${countsInRankings('a')}`.execute(connection)
    await sql`create temporary table again_places as
      select venue_id, count(*) as people, sum(again) as again from again_answers group by venue_id`.execute(connection)
    try {
      await sql`create unique index on again_answers (venue_id, account_id)`.execute(connection)
      await sql`create unique index on again_places (venue_id)`.execute(connection)
      return await writeScores(connection as Database)
    } finally {
      await sql`drop table again_answers, again_places`.execute(connection)
    }
  })
  if (changed > 0) changesOf(db).announce([RANKINGS])
}

async function writeScores(connection: Database): Promise<number> {
  let changed = 0
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: { last: number | null; changed: number }[] } = await sql<{
      last: number | null
      changed: number
    }>`
      with part as materialized (
        select s.post_id from post_stats s where s.post_id > ${after} order by s.post_id limit ${sql.lit(BATCH)}
      ), answered as materialized (
        select v.post_id, w.people - (own.again is not null)::integer as people, w.again - coalesce(own.again, 0) as again
        from part join venue_posts v using (post_id) join again_places w using (venue_id) join posts p on p.id = v.post_id
        left join again_answers own on own.venue_id = v.venue_id and own.account_id = p.account_id
      ), scored as (
        select post_id, ${againScore(sql`people`, sql`again`)} as score from answered
        where people >= ${sql.lit(FEWEST_ANSWERS)}
      ), other as materialized (
        select s.post_id, coalesce(scored.score, 0) as score from part join post_stats s using (post_id)
        left join scored using (post_id)
        where s.again_score <> coalesce(scored.score, 0) order by s.post_id for update of s
      ), written as (
        update post_stats s set again_score = other.score from other where s.post_id = other.post_id returning s.post_id
      )
      select (select max(post_id) from part) as last, (select count(*)::integer from written) as changed`.execute(
      connection,
    )
    after = rows[0]?.last ?? null
    changed += rows[0]?.changed ?? 0
  }
  return changed
}
