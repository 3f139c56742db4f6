import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { bundledKeys } from '../import/sources.ts'

/** Milliseconds after which the bundle is loaded again when that has failed. */
export const RETRY_DELAY_MS = 60_000

/**
 * Loads the bundle in a worker thread, because parsing takes seconds. `onDone` is called before roads and shops are loaded.
 * Returns a function that stops it.
 */
export function startLoadingBundle(
  databaseUrl: string,
  isWanted: boolean,
  log: FastifyBaseLogger,
  onDone: () => Promise<void>,
): () => Promise<void> {
  let worker: Worker
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const load = () => {
    const since = performance.now()
    worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { workerData: { databaseUrl, isWanted } })
    worker.on('message', (loaded: number) => {
      const seconds = Math.round((performance.now() - since) / 1000)
      if (loaded > 0) log.info({ files: loaded, seconds }, 'loaded the bundled places of Korea')
      onDone().catch((error: unknown) => log.error({ err: error }, 'the areas of posts could not be queued'))
    })
    worker.on('error', (error) => {
      if (isStopped) return
      log.error({ err: error }, 'the bundled places of Korea could not be loaded; tried again in a minute')
      timer = setTimeout(load, RETRY_DELAY_MS)
    })
  }
  load()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Milliseconds after the start of the process from which a missing bundle counts as failed rather than loading. */
const LOAD_TIMEOUT_MS = 300_000

const loaded = new WeakSet<Database>()

type Site = Pick<OperationContext, 'db' | 'config'>

/** Whether the bundle may still be loading, by settings and time alone. */
export function mayBundleBeLoading({ config }: Site): boolean {
  return config.places.bundledPlaces && performance.now() < LOAD_TIMEOUT_MS
}

/** Whether areas, places or borders of the bundle are still missing because it is loading. */
export async function isBundleLoading(site: Site): Promise<boolean> {
  const { db } = site
  if (!mayBundleBeLoading(site) || loaded.has(db)) return false
  const keys = Object.values(bundledKeys)
  const { rows } = await sql<{ files: number }>`
    select count(distinct s.id)::integer as files from place_sources s join place_imports i on i.source_id = s.id
    where s.key = any(${keys}) and i.finished_at is not null`.execute(db)
  if (rows[0]?.files !== keys.length) return true
  loaded.add(db)
  return false
}
