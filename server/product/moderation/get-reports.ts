import { sql } from 'kysely'
import type {
  QueryGetModerationRecordArgs,
  QueryGetReportsArgs,
  RecordEntry,
  ReportedItem,
  ReportList,
} from '#contract/schema.gen.ts'
import { MODERATION_LOG_PAGE_SIZE, reportReasons } from '#rules/moderation.ts'
import { parseId } from '#rules/validate.ts'
import { cutPage, type MemberContext, type OperationContext, parseCursor } from '../../platform/context.ts'
import { readRelease } from '../../platform/release.ts'
import { itemVersion } from './find-target.ts'

const PAGE = 20

const SHOWN_REPORTS = 20

type Row = Omit<ReportedItem, 'id' | 'image' | 'since' | 'version' | 'answer' | 'reports'> & {
  id: string
  /** `since` in microseconds since 1970: the item's place in the list. */
  first: number
  since: Date
  changed_at: Date | null
  image_key: string | null
  image_url: string | null
  answer: string | null
  reports: { reason: string; text: string; at: string; isNew: boolean }[]
}

/**
 * SQL of the items that wait for a decision, each once: with open reports, a held word, or an answer of its author that was
 * not read.
 */
const waiting = sql`
    open as (
      select kind, item_id, min(created_at) as since, min(id) as first, count(*) filter (where reporter_id is not null) as reporters,
        count(distinct network) as networks, bool_or(reporter_id is null) as held
      from reports where handled_at is null group by kind, item_id
    ), answered as (
      select kind, item_id, min(answered_at) as since, min(answer) as answer, min(title) as title, min(account_id) as account_id
      from decisions where answered_at is not null and answer_read_at is null group by kind, item_id
    ), entry as (
      select coalesce(o.kind, d.kind) as kind, coalesce(o.item_id, d.item_id) as item_id,
        least(o.since, d.since) as since, coalesce(o.reporters, 0) as reporters, coalesce(o.networks, 0) as networks,
        coalesce(o.held, false) as held, d.answer, null as decision, d.title as decided_title, d.account_id as decided_about
      from open o full join answered d on d.kind = o.kind and d.item_id = o.item_id
    )`

/** Number of items that wait for a decision. */
export async function countWaitingItems({ db }: Pick<OperationContext, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`with ${waiting} select count(*)::integer as count from entry`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const decided = sql`
    entry as (
      select kind, item_id, created_at as since, 0 as reporters, 0 as networks, false as held, null as answer,
        reason as decision, title as decided_title, account_id as decided_about
      from decisions where action in ('hide', 'remove') and undone_at is null
    )`

/**
 * Reported, held or answered items without a decision, the oldest first, each once with its contents; reports from one
 * network count once. With `decided`, hidden or removed items, the latest first.
 * @throws {AppError} BAD_USER_INPUT for a foreign cursor
 */
export async function getReports(context: MemberContext, args: QueryGetReportsArgs): Promise<ReportList> {
  const list = args.decided ? 'decided' : 'reports'
  const [after] = parseCursor<[at: number]>(context, list, args.cursor) ?? [null]
  const at = sql`extract(epoch from e.since) * 1000000`
  const isAfter = after === null ? sql`true` : args.decided ? sql`${at} < ${after}` : sql`${at} > ${after}`
  const { rows } = await sql<Row>`
    with ${args.decided ? decided : waiting}
    select e.kind, case e.kind when 'collection' then coalesce(l.key, '') when 'author' then coalesce(w.handle, '') else e.item_id::text end as id,
      (${at})::float8 as first, e.since, e.reporters, e.networks, e.held, e.answer, e.decision,
      coalesce(p.title, case when l.visibility <> 'private' then l.name end, case when e.kind = 'author' then w.username end, e.decided_title, '') as title,
      coalesce(p.contents, c.text, case when l.visibility <> 'private' then l.about end, case when e.kind = 'author' then w.about end, '') as text,
      coalesce(p.updated_at, c.edited_at, l.updated_at) as changed_at,
      coalesce(p.hidden, c.hidden, l.hidden, w.hidden, false) as hidden,
      (p.id is null and c.id is null and l.id is null and e.kind <> 'author') as gone,
      coalesce(p.id, c.post_id)::text as post,
      w.username as "authorName", w.handle as "authorHandle", u.url as image_url, i.key as image_key,
      coalesce((select json_agg(r order by r.at) from (
        select reason, text, r.created_at as at, a.created_at > r.created_at - interval '24 hours' as "isNew"
        from reports r left join accounts a on a.id = r.reporter_id
        where r.kind = e.kind and r.item_id = e.item_id and r.handled_at is null and r.reporter_id is not null
        order by r.id limit ${sql.lit(SHOWN_REPORTS)}
      ) r), '[]') as reports
    from entry e
    left join posts p on e.kind = 'post' and p.id = e.item_id
    left join comments c on e.kind = 'comment' and c.id = e.item_id
    left join collections l on e.kind = 'collection' and l.id = e.item_id
    join accounts w on w.id = coalesce(p.account_id, c.account_id, l.account_id, case when e.kind = 'author' then e.item_id end, e.decided_about)
    left join image_uses u on u.position = 0 and (u.post_id = p.id or u.comment_id = c.id)
    left join images i on i.id = u.image_id
    where ${isAfter} order by e.since ${args.decided ? sql`desc` : sql``} limit ${sql.lit(PAGE + 1)}`.execute(
    context.db,
  )
  const { page, nextCursor } = cutPage(context, list, { rows, size: PAGE, keyOf: ({ first }) => [first] })
  return { data: page.map((row) => present(context, row)), nextCursor }
}

function present({ images }: OperationContext, row: Row): ReportedItem {
  const { first, since, changed_at, image_key, image_url, reports, ...item } = row
  return {
    ...item,
    image: images.urlOf(image_key, image_url),
    since: since.toISOString(),
    version: itemVersion(changed_at),
    reports: reports.map(({ reason, at, ...one }) => ({
      ...one,
      reason: reportReasons[reason as keyof typeof reportReasons] ?? reason,
      at: new Date(at).toISOString(),
    })),
  }
}

type EntryRow = {
  id: number
  at: Date
  action: string
  kind: string | null
  item_id: number | null
  reason: string
  actor_name: string | null
  about_name: string | null
  about_handle: string | null
}

/** SQL of entries of the moderation record, with the members' present names; null for withdrawn ones. */
export const selectRecordEntries = sql<EntryRow>`
  select r.id, r.at, r.action, r.kind, r.item_id, r.reason, actor.username as actor_name,
    about.username as about_name, about.handle as about_handle
  from moderation_record r left join accounts actor on actor.id = r.actor_id left join accounts about on about.id = r.about_id`

export async function getModerationRecord(
  context: MemberContext,
  { before }: QueryGetModerationRecordArgs,
): Promise<RecordEntry[]> {
  const end = parseId(before ?? '') ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<EntryRow>`${selectRecordEntries}
    where r.id < ${end} order by r.id desc limit ${sql.lit(MODERATION_LOG_PAGE_SIZE)}`.execute(context.db)
  return rows.map(presentRecordEntry)
}

export function presentRecordEntry(row: EntryRow): RecordEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    kind: row.kind,
    item: row.item_id === null ? null : String(row.item_id),
    reason: row.reason,
    actor: row.actor_name,
    about: row.about_name,
    aboutHandle: row.about_handle,
  }
}

const { version, date, commit } = readRelease()

/** Version, date and commit of the running program: '0.2.0 (2026-11-29, 0e00b14d27c1)'. */
export async function getRelease(): Promise<string> {
  const details = [date, commit].filter((detail) => detail !== null)
  return details.length === 0 ? version : `${version} (${details.join(', ')})`
}
