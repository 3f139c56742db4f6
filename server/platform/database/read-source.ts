import { AsyncLocalStorage } from 'node:async_hooks'

/** Database that answers queries instead of the primary: a replica at any time, or only while the primary is away. */
export type ReadSource = 'a replica' | 'a replica without the primary'

const source = new AsyncLocalStorage<ReadSource>()

/** Undefined for work that only the primary may answer. */
export function currentReadSource(): ReadSource | undefined {
  return source.getStore()
}

/** Runs work whose queries that source may answer instead of the primary. */
export function runWithReadSource<T>(allowed: ReadSource, work: () => T): T {
  return source.run(allowed, work)
}
