import { sql } from 'kysely'
import type { Returns, SiteFigures } from '#contract/schema.gen.ts'
import type { MemberContext } from '../../platform/context.ts'
import { stoppedAccountsCount } from '../accounts/mails/returned-mails.ts'
import { requireModerationRight } from '../moderation/policy.ts'
import { RETURN_DAYS } from './close-days.ts'
import { visitorCounterOf } from './visitor-counter.ts'

const SHOWN_DAYS = 31

const SHOWN_KEYWORDS = 50

type Row = {
  day: string
  visitors: number | null
  so_far: number
  signups: number | null
  posts: number | null
  members: number[] | null
  returned: number[] | null
}

/** Figures of the last days, and what was searched for in vain. @throws {AppError} FORBIDDEN for moderators */
export async function getFigures({ session, db }: MemberContext): Promise<SiteFigures> {
  requireModerationRight(session, 'open')
  await visitorCounterOf(db).flush()
  const { rows } = await sql<Row>`select day::text, visitors, signups, posts, members, returned,
      (select count(*)::int from visitor_marks where day = d.day) as so_far
    from site_days d order by day desc limit ${sql.lit(SHOWN_DAYS)}`.execute(db)
  const { rows: missed } = await sql<{ keyword: string; people: number }>`
    select keyword, max(people) as people from missed_keywords
    where day > (now() at time zone 'Asia/Seoul')::date - ${sql.lit(SHOWN_DAYS)}::integer
    group by keyword order by max(people) desc, keyword limit ${sql.lit(SHOWN_KEYWORDS)}`.execute(db)
  const { rows: stopped } = await sql<{ count: number }>`select ${stoppedAccountsCount} as count`.execute(db)
  return {
    returnedMails: stopped[0]?.count ?? 0,
    days: rows.map((row) => ({
      day: row.day,
      visitors: row.visitors ?? row.so_far,
      signups: row.signups,
      posts: row.posts,
      returns: row.members ? RETURN_DAYS.map((days, index) => returnsOf(row, days, index)) : [],
    })),
    missed,
  }
}

function returnsOf({ members, returned }: Row, days: number, index: number): Returns {
  return { days, members: members?.[index] ?? 0, returned: returned?.[index] ?? 0 }
}
