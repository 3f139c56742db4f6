import { sql } from 'kysely'
import type { OperationContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { bundledKeys } from '../import/sources.ts'

/** A bundle that is not there this long after the process began has failed, in milliseconds; the log says why. */
const PATIENCE = 300_000

/** Databases whose bundle is known to be there. */
const loaded = new WeakSet<Database>()

type Site = Pick<OperationContext, 'db' | 'config'>

/** Whether the process is so young that something of the bundle may not be there yet. */
export function isYoung({ config }: Site): boolean {
  return config.places.bundledPlaces && performance.now() < PATIENCE
}

/**
 * Whether the bundled places of a fresh site are still being loaded, so that nothing found means little. Asks the
 * database one small question until they are there, and never again.
 */
export async function isPreparing(site: Site): Promise<boolean> {
  const { db } = site
  if (!isYoung(site) || loaded.has(db)) return false
  const keys = Object.values(bundledKeys)
  const { rows } = await sql<{ files: number }>`
    select count(distinct s.id)::integer as files from place_sources s join place_imports i on i.source_id = s.id
    where s.key = any(${keys}) and i.finished_at is not null`.execute(db)
  if (rows[0]?.files !== keys.length) return true
  loaded.add(db)
  return false
}
