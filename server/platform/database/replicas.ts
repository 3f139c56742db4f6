import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openPool, openReadPool } from './connect.ts'
import { ConnectionTurns } from './connection-turns.ts'
import { takeConnection } from './wait-limit.ts'

export type Replicas = Readonly<{
  /** Lets queries of `work` run on a replica, if one is up to date. */
  read<T>(work: () => Promise<T>): Promise<T>
  take(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>
  /** Current position of the primary's log, as text; null without replicas. */
  position(): Promise<string | null>
  /** Whether reads, and responses still cached, include everything written before `position`. */
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

const PROBE = { application_name: 'matnanum replicas', query_timeout: 1000 }

const mayLag = new AsyncLocalStorage<boolean>()

type Options = ReplicaOptions & Readonly<{ primary: string; urls: readonly string[] }>

export function openReplicas({ primary, urls, ...options }: Options): Replicas {
  if (urls.length === 0) return NO_REPLICAS
  const pool = openPool({ connectionString: primary, max: 1, connectionTimeoutMillis: 1000, ...PROBE })
  const replicas = urls.map((url) => new Replica(url, options))
  let positions: Position[] = []
  let isClosed = false
  let next = 0

  // Independent loops: a silent server must not delay the others.
  const keepLooking = async (look: () => Promise<void>) => {
    for (; !isClosed; await wait(LOOK_EVERY_MS, undefined, { ref: false })) await look()
  }
  const lookAtPrimary = async () => {
    const current = await readPosition(pool).catch(() => null)
    if (current) positions = [...positions, current].slice(-MOST_POSITIONS)
  }
  const looking = Promise.all([
    keepLooking(lookAtPrimary),
    ...replicas.map((replica) => keepLooking(() => replica.look(positions))),
  ])

  const take = async (primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
    const usable = mayLag.getStore() ? replicas.filter((replica) => replica.isUsable()) : []
    const chosen = usable[next++ % usable.length]
    if (!chosen) return primary()
    const client = await chosen.take().catch((error: unknown) => chosen.leaveOut(error))
    return client ?? primary()
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

/** `server` tells servers behind one address apart. */
type Position = Readonly<{ at: number; text: string; server: string }>

const MAX_LAG_MS = 1000

/** Milliseconds for which responses stay in caches (`http/shared-cache.ts`), with some reserve. */
const KEPT_MS = 1250

const MOST_POSITIONS = 20

const SERVER = 'pg_postmaster_start_time()::text as server'

const REPLAYED = `select ${SERVER}, (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end)::text as position`

async function readPosition(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: string; server: string }>(REPLAYED)
  const { position = '0/0', server = '' } = rows[0] ?? {}
  return { at: performance.now(), text: position, server }
}

/** `replica` is its host, and its port if the URL has one. */
export type ReplicaState = Readonly<{ replica: string; isUsed: boolean; lagBytes: number }>

type ReplicaOptions = Readonly<{
  connections: number
  log: FastifyBaseLogger
  maxLagMs?: number
}>

const SEVERAL =
  'the address of this replica leads to several servers, of which one is read from: name each of them in DATABASE_READ_URL'

class Replica {
  readonly #turns: ConnectionTurns
  readonly #servers = new WeakMap<pg.ClientBase, string>()
  readonly #pool: pg.Pool
  readonly #probe: pg.Pool
  readonly #log: FastifyBaseLogger
  readonly #host: string
  #positions: Position[] = []
  #isUsable = false
  #isSeveral = false
  #lastUsable = Number.NEGATIVE_INFINITY
  readonly #maxLagMs: number

  constructor(url: string, { connections, log, maxLagMs = MAX_LAG_MS }: ReplicaOptions) {
    this.#pool = openReadPool(url, connections, { onConnect: (client) => this.#noteServer(client) })
    this.#turns = new ConnectionTurns(this.#pool)
    this.#probe = openReadPool(url, 1, PROBE)
    this.#host = URL.parse(url)?.host || (URL.parse(url)?.searchParams.get('host') ?? '')
    this.#log = log
    this.#maxLagMs = maxLagMs
  }

  async look(primary: readonly Position[]): Promise<void> {
    try {
      this.#positions = [...this.#positions, await readPosition(this.#probe)].slice(-MOST_POSITIONS)
    } catch (error) {
      this.leaveOut(error)
      return
    }
    const due = primary.findLast(({ at }) => at <= performance.now() - this.#maxLagMs) ?? primary[0]
    const last = this.#positions.at(-1)
    // While the primary is away, an up-to-date replica stays usable.
    if (!due || !last) return
    if (numberOf(last.text) < numberOf(due.text)) {
      this.leaveOut(new Error('it lags by more than a second'))
      return
    }
    if (!this.#isUsable) this.#log.info({ replica: this.#host }, 'reading from a replica')
    this.#isUsable = true
  }

  async #noteServer(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ server: string }>(`select ${SERVER}`)
    this.#servers.set(client, rows[0]?.server ?? '')
  }

  /** Waits for a connection to the server whose lag is known; nothing after closing one to another server. */
  async take(): Promise<pg.PoolClient | undefined> {
    const client = await takeConnection(this.#turns)
    if (this.#servers.get(client) === this.#positions.at(-1)?.server) return client
    client.release(true)
    if (!this.#isSeveral) this.#log.error({ replica: this.#host }, SEVERAL)
    this.#isSeveral = true
    return undefined
  }

  isUsable(): boolean {
    const last = this.#positions.at(-1)
    const isFresh = last !== undefined && last.at > performance.now() - this.#maxLagMs
    if (this.#isUsable && isFresh) this.#lastUsable = performance.now()
    return this.#isUsable && isFresh
  }

  leaveOut(error: unknown): void {
    if (this.#isUsable) {
      this.#log.warn({ replica: this.#host, reason: (error as Error).message }, 'a replica is left out for now')
    }
    this.#isUsable = false
  }

  /** Whether no read from here that may still be cached is older than `position`. */
  had(position: string): boolean {
    const since = performance.now() - KEPT_MS
    if (!this.isUsable() && this.#lastUsable < since) return true
    const then = this.#positions.findLast(({ at }) => at <= since)
    return then !== undefined && numberOf(then.text) >= numberOf(position)
  }

  state(primary: Position | undefined): ReplicaState {
    const own = this.#positions.at(-1)
    const lagBytes = own && primary ? Math.max(0, Number(numberOf(primary.text) - numberOf(own.text))) : 0
    return { replica: this.#host, isUsed: this.#isUsable, lagBytes }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#probe.end()])
  }
}

/** PostgreSQL writes two hexadecimal numbers, of which the first counts 4 GB each. */
function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
