import type { Pool } from 'pg'
import type { Replicas } from '../db/replicas.ts'

type Cache = Readonly<{ bytes: number; hits: number; misses: number }>

/** What a process counts about itself, for Prometheus. Without METRICS_PORT nothing is counted. */
export type Metrics = Readonly<{
  /** `route` is one of few: the pattern of a path, never the path. */
  countRequest(request: Readonly<{ route: string; status: number; seconds: number }>): void
  /** `code` of rules/errors.ts, whether the response was a page, or a result of the API with status 200. */
  countError(code: string): void
  watchCache(name: string, cache: Cache): void
  watchPool(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void
  /** `read` returns how many wait. */
  watchQueue(name: string, read: () => number): void
  watchReplicas(replicas: Pick<Replicas, 'states'>): void
}>

const ignore = (): void => {}

export const noMetrics: Metrics = {
  countRequest: ignore,
  countError: ignore,
  watchCache: ignore,
  watchPool: ignore,
  watchQueue: ignore,
  watchReplicas: ignore,
}
