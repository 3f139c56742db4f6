import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './connect.ts'
import {
  MOST_POSITIONS,
  type Position,
  Replica,
  type ReplicaOptions,
  type ReplicaState,
  readPosition,
} from './replica.ts'
import { takeConnection } from './wait-limit.ts'

/** What is the same for everybody may be read from replicas, which lag behind the primary by a moment. */
export type Replicas = Readonly<{
  /** Its queries may run on a replica, if one is up to date. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** A connection for the current query; `primary` takes one of the primary. */
  take(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>
  /** Where the log of the primary is now, as text; null without replicas. */
  position(): Promise<string | null>
  /** Whether everything that was written before `position` is in all that is read from replicas, or was since. */
  have(position: string): boolean
  states(): readonly ReplicaState[]
  close(): Promise<void>
}>

export const NO_REPLICAS: Replicas = {
  read: (work) => work(),
  take: (primary) => primary(),
  position: async () => null,
  have: () => true,
  states: () => [],
  close: async () => {},
}

const LOOK_EVERY_MS = 250

const PROBE = { application_name: 'matnanum replicas', query_timeout: 1000, connectionTimeoutMillis: 1000 }

const mayLag = new AsyncLocalStorage<boolean>()

type Options = ReplicaOptions & Readonly<{ primary: string; urls: readonly string[] }>

/** One that lags by more than a second, or does not answer, is left out until it has caught up. */
export function openReplicas({ primary, urls, ...options }: Options): Replicas {
  if (urls.length === 0) return NO_REPLICAS
  const pool = openPool({ connectionString: primary, max: 1, ...PROBE })
  const replicas = urls.map((url) => new Replica(url, options))
  /** Where the primary was, the oldest first. */
  let positions: Position[] = []
  let isClosed = false
  let next = 0

  const look = async () => {
    const current = await readPosition(pool).catch(() => null)
    if (current) positions = [...positions, current].slice(-MOST_POSITIONS)
    await Promise.all(replicas.map((replica) => replica.look(positions)))
  }
  const looking = (async () => {
    for (; !isClosed; await wait(LOOK_EVERY_MS, undefined, { ref: false })) await look()
  })()

  const take = async (primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
    const usable = mayLag.getStore() ? replicas.filter((replica) => replica.isUsable()) : []
    const chosen = usable[next++ % usable.length]
    if (!chosen) return primary()
    return takeConnection(chosen.pool).catch((error: unknown) => {
      chosen.leaveOut(error)
      return primary()
    })
  }
  return {
    read: (work) => mayLag.run(true, work),
    take,
    position: async () => (await readPosition(pool)).text,
    have: (position) => replicas.every((replica) => replica.had(position)),
    states: () => replicas.map((replica) => replica.state(positions.at(-1))),
    close: async () => {
      isClosed = true
      await looking
      await Promise.all([pool.end(), ...replicas.map((replica) => replica.close())])
    },
  }
}
