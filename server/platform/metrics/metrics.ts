import type { Pool } from 'pg'
import type { Replicas } from '../database/replicas.ts'

type Cache = Readonly<{ bytes: number; hits: number; misses: number }>

export type Metrics = Readonly<{
  countRequest(request: Readonly<{ route: string; status: number; seconds: number }>): void
  /** Counts a `code` of rules/errors.ts, in pages and in results of the API with status 200. */
  countError(code: string): void
  watchCache(name: string, cache: Cache): void
  watchPool(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void
  /** `read` returns the length of the queue. */
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
