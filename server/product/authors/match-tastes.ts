import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { arrayOf } from '../../platform/database/prepared.ts'
import { withoutTimeLimits } from '../../platform/database/time-limits.ts'
import { countsInRankings } from '../enforcement/require-writer.ts'
import { lastAnswer } from '../posts/venues/verdicts.ts'

/** Places that two members need in common. */
const FEWEST_PLACES = 5

/** Matches stored for a member: the best ones. */
const KEPT = 20

/** Newest marks of a member that are looked at. */
const MOST_MARKS = 500

/** Members of one place that are compared; of more, the same part each time. */
const MOST_AT_PLACE = 200

/** Members compared in a statement, in a run, and how long a run takes at most. A member is due once a day. */
const BATCH = 100
const MOST_IN_RUN = 20_000
const RUN_MS = 10 * 60_000

/**
 * Weights of marks: 'again' would go again, 'kept' has only kept the place, 'never' would not go again and counts
 * against the other.
 */
const WEIGHTS = { again: sql.lit(1), kept: sql.lit(0.5), never: sql.lit(-1) }

/** SQL of the weight of a place: the more members have it, the lower. */
const rarity = (people: RawBuilder<unknown>) => sql`(1 / ln(2 + ${people}::float8))`

/**
 * SQL of the score: the weighted Jaccard index of the places of both, less those that the member would not go to again, drawn
 * towards 0 when few places are common. `agree`, `against`: sums of the weights of common places times their rarity; `mine`,
 * `theirs`: of all places.
 *
 *     (agree - against) / (mine + theirs - agree) * places / (places + 5)
 */
const score = sql`((agree - against) / (mine + theirs - agree) * places / (places + ${sql.lit(FEWEST_PLACES)}))`

/**
 * Compares members who are due with all others, and stores those whose taste is like theirs. Of the others only what
 * everybody may see counts: where they would go again, and places of their public collections. So nothing private of theirs
 * can be found out (docs/security.md). Members who do not count in rankings, or have switched matching off, are left out.
 */
export async function matchTastes(db: Database): Promise<void> {
  const end = Date.now() + RUN_MS
  await withoutTimeLimits(db, async (connection) => {
    const due = await findDue(connection)
    if (due.length === 0) return
    try {
      await makeTasteTables(connection)
      for (let start = 0; start < due.length && Date.now() < end; start += BATCH)
        await matchBatch(connection, due.slice(start, start + BATCH))
    } finally {
      await sql`drop table if exists taste_shown, taste_places, taste_totals`.execute(connection)
    }
  })
}

async function findDue(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a left join taste_runs r on r.account_id = a.id
    where ${takesPart} and coalesce(r.matched_at < now() - interval '1 day', true)
    order by r.matched_at nulls first, a.id limit ${sql.lit(MOST_IN_RUN)}`.execute(db)
  return rows.map(({ id }) => id)
}

const takesPart = sql`a.matches_tastes and ${countsInRankings('a')}`

/**
 * Makes temporary tables of what everybody may see of all members' tastes. The mark of a place that is hidden has no
 * `venue_id`.
 */
async function makeTasteTables(connection: Database): Promise<void> {
  await sql`create temporary table taste_shown as
    with said as (
      select distinct on (account_id, post_id) account_id, post_id, again from visits
      where again is not null order by account_id, post_id, day desc, id desc
    ), marks as (
      select s.account_id, s.venue_id, ${WEIGHTS.again} as weight
      from said join saves s on s.account_id = said.account_id and s.list = 'been' and s.post_id = said.post_id
      where said.again and s.venue_id is not null
      union all
      select c.account_id, e.venue_id, ${WEIGHTS.kept}
      from collections c join collection_entries e on e.collection_id = c.id
      where c.visibility = 'public' and not c.hidden and e.added_by is null and e.venue_id is not null
    )
    select m.account_id, m.venue_id, max(m.weight)::float8 as weight from marks m join accounts a on a.id = m.account_id
    where ${takesPart}
    group by m.account_id, m.venue_id`.execute(connection)
  await sql`create temporary table taste_places as
    select venue_id, ${rarity(sql`count(*)`)} as rarity from taste_shown group by venue_id`.execute(connection)
  await sql`create temporary table taste_totals as
    select account_id, sum(weight * rarity) as theirs from taste_shown join taste_places using (venue_id)
    group by account_id having count(*) >= ${sql.lit(FEWEST_PLACES)}`.execute(connection)
  await sql`delete from taste_shown where ctid in (
    select ctid from (
      select ctid, row_number() over (partition by venue_id order by hashint8extended(account_id, venue_id)) as nth
      from taste_shown
    ) numbered where nth > ${sql.lit(MOST_AT_PLACE)})`.execute(connection)
  await sql`create index on taste_shown (venue_id) include (account_id, weight)`.execute(connection)
  await sql`create unique index on taste_places (venue_id)`.execute(connection)
  await sql`create unique index on taste_totals (account_id)`.execute(connection)
  await sql`analyze taste_shown, taste_places, taste_totals`.execute(connection)
}

/**
 * Writes the matches of a batch. Accounts that another transaction has locked are left out, so it never waits, and does not
 * undo a withdrawal or a switch that was turned off meanwhile.
 */
async function matchBatch(connection: Database, ids: readonly number[]): Promise<void> {
  const batch = arrayOf('bigint', ids)
  await sql`
    with own as materialized (
      select o.account_id, m.venue_id, m.weight, coalesce(p.rarity, ${rarity(sql`0`)}) as rarity
      from unnest(${batch}) as o (account_id) cross join lateral (
        select venue_id, case when bool_or(again is false) then ${WEIGHTS.never} when bool_or(again) then ${WEIGHTS.again}
          else ${WEIGHTS.kept} end as weight
        from (
          select s.venue_id, case when s.list = 'been' then ${lastAnswer} end as again from saves s
          where s.account_id = o.account_id and s.list in ('want', 'been') and s.venue_id is not null
          order by s.saved_at desc limit ${sql.lit(MOST_MARKS)}
        ) marked group by venue_id
      ) m left join taste_places p using (venue_id)
    ), totals as (
      select account_id, sum(greatest(weight, 0) * rarity) as mine from own group by account_id
    ), common as (
      select o.account_id, t.account_id as author_id, count(*) filter (where o.weight > 0) as places,
        sum(greatest(0, least(o.weight, t.weight)) * o.rarity) as agree,
        coalesce(sum(t.weight * o.rarity) filter (where o.weight < 0), 0) as against
      from own o join taste_shown t using (venue_id) where t.account_id <> o.account_id
      group by o.account_id, t.account_id having count(*) filter (where o.weight > 0) >= ${sql.lit(FEWEST_PLACES)}
    ), ranked as materialized (
      select c.account_id, c.author_id, ${score} as score,
        row_number() over (partition by c.account_id order by ${score} desc, c.author_id) as nth
      from common c join totals using (account_id) join taste_totals theirs on theirs.account_id = c.author_id
      where agree > 2 * against
        and not exists (select from blocks b where b.account_id = c.account_id and b.author_id = c.author_id)
        and not exists (select from blocks b where b.account_id = c.author_id and b.author_id = c.account_id)
    ), kept as materialized (
      select account_id, author_id, score from ranked where nth <= ${sql.lit(KEPT)}
    ), locked as materialized (
      select a.id from accounts a where (a.id = any(${batch}) or a.id in (select author_id from kept)) and ${takesPart}
      order by a.id for share skip locked
    ), written as (
      insert into taste_matches (account_id, author_id, score)
      select account_id, author_id, score from kept
      where account_id in (select id from locked) and author_id in (select id from locked)
      on conflict (account_id, author_id) do update set score = excluded.score
    ), former as materialized (
      select account_id, author_id from taste_matches
      where account_id = any(${batch}) and account_id in (select id from locked)
        and (account_id, author_id) not in (select account_id, author_id from kept)
      for update skip locked
    ), removed as (
      delete from taste_matches m using former f where m.account_id = f.account_id and m.author_id = f.author_id
    )
    insert into taste_runs (account_id) select id from locked where id = any(${batch})
    on conflict (account_id) do update set matched_at = now()`.execute(connection)
}
