import { sql } from 'kysely'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { RANKINGS } from '../../../platform/database/shown.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { countsInRankings } from '../../enforcement/require-writer.ts'

/** Posts ranked for each area: more than are shown, because readers may have blocked some authors. */
const KEPT = 20

/** Posts for which one person counts, the last ones that they liked, kept or commented on: nobody fills a list alone. */
const POSTS_OF_ONE = 30

const DAYS = 7

/**
 * Ranks the posts of every 시군구 and 동 by the people who liked, kept or commented on them within a week. A person counts once
 * per post; its author and members who do not count in rankings are left out.
 */
export async function rankWeeklyPosts(db: Database): Promise<void> {
  const since = sql`now() - ${sql.lit(DAYS)} * interval '1 day'`
  await withoutTimeLimits(db, (connection) =>
    connection.transaction().execute(async (tx) => {
      await sql`
        create temporary table ranked_posts on commit drop as
        with acts as (
          select post_id, account_id, created_at as at from likes where created_at > ${since}
          union all select post_id, account_id, saved_at from saves where saved_at > ${since}
          union all select post_id, account_id, created_at from comments where created_at > ${since}
        ), people as (
          select a.post_id, a.account_id, row_number() over (partition by a.account_id order by max(at) desc) as nth
          from acts a join posts p on p.id = a.post_id and p.account_id <> a.account_id
          join accounts w on w.id = a.account_id and ${countsInRankings('w')}
          group by a.post_id, a.account_id
        ), counted as (
          select post_id, count(*) as people from people where nth <= ${sql.lit(POSTS_OF_ONE)} group by post_id
        ), ranked as (
          select m.area_id, c.post_id, c.people,
            row_number() over (partition by m.area_id order by c.people desc, c.post_id desc) as rank
          from counted c join listed_posts l on l.id = c.post_id join post_areas m on m.post_id = c.post_id
          join areas on areas.id = m.area_id and areas.parent_id is not null
        )
        select area_id, rank, post_id, people from ranked where rank <= ${sql.lit(KEPT)}`.execute(tx)
      // Locks posts before the table, as the deletion of a post does; the other order could deadlock.
      await sql`select from posts where id in (select post_id from area_tops union select post_id from ranked_posts)
        order by id for key share`.execute(tx)
      await sql`lock table area_tops in share row exclusive mode`.execute(tx)
      await sql`delete from area_tops`.execute(tx)
      await sql`insert into area_tops (area_id, rank, post_id, people)
        select area_id, rank, post_id, people from ranked_posts join posts on id = post_id`.execute(tx)
    }),
  )
  changesOf(db).announce([RANKINGS])
}
