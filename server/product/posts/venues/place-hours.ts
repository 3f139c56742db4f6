import { sql } from 'kysely'
import type { MutationTellHoursArgs, PlaceHours } from '#contract/schema.gen.ts'
import { dateInSeoul } from '#rules/dates.ts'
import type { ClosedDay } from '#rules/hours.ts'
import { placeMessages } from '#rules/places.ts'
import { hoursOfWeekday, type OpeningHours, weekdays } from '#rules/week.ts'
import { groupEqualDays, openingHoursSchema, type WrittenHours } from '#rules/week-rule.ts'
import { limited, type MemberContext, type OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { shownPostsOfPlace } from '../../../platform/database/shown.ts'
import { AppError, checkInput, requireId } from '../../../platform/errors.ts'
import { isSeenBy, isShownTo } from '../../authors/visibility.ts'
import { agreedHours } from './agreed-hours.ts'

/** Limit of the newest posts of a place, and of the newest statements about its hours, that are read. */
const ASKED = 500

type Row = Omit<OpeningHours, 'closed_on'> & {
  account_id: number
  closed_on: ClosedDay[]
  changed: boolean
  at: number
}

/** The hours of a place that most members state, and a change that only one has stated (`agreedHours`). */
export async function getPlaceHours(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  place: string,
): Promise<PlaceHours[]> {
  const id = Number(place)
  const { rows } = await sql<Row>`${prepared}
    select distinct on (account_id) * from (
      select p.account_id, p.start_time, p.end_time, to_jsonb(p.closed_on) as closed_on, p.week_hours, false as changed,
        extract(epoch from coalesce(p.updated_at, p.created_at)) * 1000 as at
      from (
        select post_id from venue_posts v where venue_id = ${id}
          and exists (select from posts w where w.id = v.post_id and ${isShownTo(session, 'post', 'w')})
        order by post_id desc limit ${sql.lit(ASKED)}
      ) newest join posts p on p.id = newest.post_id
      where p.open_hours is not null
      union all
      select h.account_id, null, null, to_jsonb(h.closed_on), h.week_hours, h.changed, extract(epoch from h.said_at) * 1000
      from (
        select * from hour_words h where venue_id = ${id} and ${isSeenBy(session, sql`h.account_id`)}
        order by said_at desc limit ${sql.lit(ASKED)}
      ) h
      where not exists (select from accounts a where a.id = h.account_id and a.suspended_until > now())
    ) said order by account_id, at desc`.execute(db)
  const told = rows.map((row) => ({ ...weekOf(row), at: Number(row.at), changed: row.changed }))
  const votes = told.map((hours) => ({ ...hours, key: keyOf(hours) }))
  return agreedHours(votes).map(({ key, count, at }) => {
    const newest = votes.filter((vote) => vote.key === key).toSorted((one, other) => other.at - one.at)[0]
    const { week_hours = null, closed_on = [] } = newest ?? {}
    return { week_hours, closed_on, count, month: dateInSeoul(at).slice(0, 7) }
  })
}

type Week = { week_hours: WrittenHours[] | null; closed_on: ClosedDay[] }

/** Hours by weekday; hours that are stated for all days are those of each weekday without its own. */
function weekOf(hours: Omit<OpeningHours, 'closed_on'> & { closed_on: ClosedDay[] }): Week {
  const { closed_on } = hours
  const days = weekdays.flatMap((day) => {
    const told = closed_on.includes(day) ? null : hoursOfWeekday(hours, day)
    return told ? [{ ...told, days: [day] }] : []
  })
  return { week_hours: groupEqualDays(days), closed_on }
}

/** Key of hours; the same for equal hours, stated for all days or by weekday. */
function keyOf({ week_hours, closed_on }: Week): string {
  return JSON.stringify([week_hours, closed_on])
}

/**
 * Stores the hours of a place that a member states: those shown, or others.
 * @throws {AppError} BAD_USER_INPUT, NOT_FOUND for a place without a post that the member may see, RATE_LIMITED
 */
export async function tellHours(context: MemberContext, args: MutationTellHoursArgs): Promise<PlaceHours[]> {
  const { db, session } = context
  const id = requireId(args.id)
  const hours = checkInput(openingHoursSchema, args)
  await limited(context, 'change', async () => {
    const { rows } = await sql`select from venue_posts v join posts w on w.id = v.post_id
      where v.venue_id = ${id} and ${isShownTo(session, 'post', 'w')} limit 1`.execute(db)
    if (rows.length === 0) throw new AppError('NOT_FOUND', { message: placeMessages.unknown })
    const [shown] = await getPlaceHours(context, String(id))
    const changed = shown !== undefined && keyOf(shown as Week) !== keyOf(hours)
    await sql`insert into hour_words (venue_id, account_id, week_hours, closed_on, changed)
      values (${id}, ${session.accountId}, ${hours.week_hours && JSON.stringify(hours.week_hours)}::jsonb,
        ${hours.closed_on}::text[], ${changed})
      on conflict (venue_id, account_id) do update set week_hours = excluded.week_hours, closed_on = excluded.closed_on,
        changed = excluded.changed, said_at = now()`.execute(db)
  })
  changesOf(db).announce([shownPostsOfPlace(id)])
  return getPlaceHours(context, String(id))
}

/** A member's statements about the hours of places, for the export of their data. */
export async function loadHourReportsOf(db: Queryable, accountId: number) {
  const { rows } = await sql<Week & { placeId: string; word: string; saidAt: Date }>`
    select venue_id::text as "placeId", 'hours' as word, week_hours, closed_on, said_at as "saidAt" from hour_words
    where account_id = ${accountId} order by said_at, venue_id`.execute(db)
  return rows
}
