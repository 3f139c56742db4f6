import { sql } from 'kysely'
import type { OperationContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { bundledKeys } from '../import/sources.ts'

/** If the bundle is still missing this long after the process started, loading it has failed. */
const PATIENCE = 300_000

const loaded = new WeakSet<Database>()

type Site = Pick<OperationContext, 'db' | 'config'>

/** The process started so recently that the bundle may still be loading. */
export function mayBePreparing({ config }: Site): boolean {
  return config.places.bundledPlaces && performance.now() < PATIENCE
}

/** The bundled places of a fresh site are still loading, so an empty result may be wrong. */
export async function isPreparing(site: Site): Promise<boolean> {
  const { db } = site
  if (!mayBePreparing(site) || loaded.has(db)) return false
  const keys = Object.values(bundledKeys)
  const { rows } = await sql<{ files: number }>`
    select count(distinct s.id)::integer as files from place_sources s join place_imports i on i.source_id = s.id
    where s.key = any(${keys}) and i.finished_at is not null`.execute(db)
  if (rows[0]?.files !== keys.length) return true
  loaded.add(db)
  return false
}
