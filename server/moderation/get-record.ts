import { sql } from 'kysely'
import type { QueryGetModerationRecordArgs, RecordEntry } from '#contract/schema.gen.ts'
import { RECORD_PAGE } from '#rules/moderation.ts'
import { readId } from '#rules/validate.ts'
import type { OperationContext } from '../context.ts'
import { readRelease } from '../release.ts'
import { requireModerator } from './policy.ts'

type Row = {
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

/** Names are those of today; who has withdrawn has none. */
export const selectEntries = sql<Row>`
  select r.id, r.at, r.action, r.kind, r.item_id, r.reason, actor.username as actor_name,
    about.username as about_name, about.handle as about_handle
  from moderation_record r left join accounts actor on actor.id = r.actor_id left join accounts about on about.id = r.about_id`

/** Who did what when and why, the latest first, fifty before the entry `before`. @throws {AppError} as `requireModerator` */
export async function getModerationRecord(
  context: OperationContext,
  { before }: QueryGetModerationRecordArgs,
): Promise<RecordEntry[]> {
  requireModerator(context, 'view')
  const end = readId(before ?? '') ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<Row>`${selectEntries}
    where r.id < ${end} order by r.id desc limit ${sql.lit(RECORD_PAGE)}`.execute(context.db)
  return rows.map(presentEntry)
}

export function presentEntry(row: Row): RecordEntry {
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

const { version, commit } = readRelease()

/** What runs here: '1.2.0 (0123456789ab)'. @throws {AppError} as `requireModerator` */
export async function getRelease(context: OperationContext): Promise<string> {
  requireModerator(context, 'view')
  return commit === null ? version : `${version} (${commit})`
}
