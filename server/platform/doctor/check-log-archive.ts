import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

/** State of a server's archiving of its log, as `pg_stat_archiver` has it. */
export type ArchiverState = Readonly<{
  mode: string
  /** Whether `archive_library` or `archive_command` is set. */
  isSet: boolean
  /** Seconds since the last segment was archived, and since the last failure; null if there was none. */
  sinceGood: number | null
  sinceFailed: number | null
  /** Seconds after which a segment is archived although it is not full; 0 for never. */
  timeout: number
}>

const LONGEST_SECONDS = 300

/** Checks whether a PostgreSQL of the operator's own archives its log. */
export async function checkLogArchive(db: Database): Promise<Finding[]> {
  const { rows } = await sql<ArchiverState>`
    select current_setting('archive_mode') as mode,
      coalesce(nullif(current_setting('archive_library', true), ''),
        nullif(nullif(current_setting('archive_command', true), ''), '(disabled)')) is not null as "isSet",
      extract(epoch from now() - last_archived_time)::float8 as "sinceGood",
      extract(epoch from now() - last_failed_time)::float8 as "sinceFailed",
      (select setting::int from pg_settings where name = 'archive_timeout') as timeout
    from pg_stat_archiver`.execute(db)
  return rows.map(judgeLogArchive)
}

export function judgeLogArchive({ mode, isSet, sinceGood, sinceFailed, timeout }: ArchiverState): Finding {
  if (mode === 'off')
    return warningFinding(
      'PostgreSQL does not archive its log, so what was written since the last backup is lost with its disk: see "Own PostgreSQL" in docs/operations.md.',
    )
  if (sinceFailed !== null && (sinceGood === null || sinceFailed < sinceGood))
    return faultFinding(
      `PostgreSQL could not archive its log ${told(sinceFailed)} ago, so its disk fills: its own log says why.`,
    )
  if (!isSet) return faultFinding('PostgreSQL is to archive its log, but archive_command is empty, so its disk fills.')
  if (sinceGood === null) return warningFinding('PostgreSQL has not archived any of its log yet.')
  if (timeout === 0 || timeout > LONGEST_SECONDS)
    return warningFinding(
      `PostgreSQL archived its log ${told(sinceGood)} ago, but may wait with the next part: set archive_timeout to ${LONGEST_SECONDS}.`,
    )
  return okFinding(`PostgreSQL archived its log ${told(sinceGood)} ago.`)
}

function told(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
