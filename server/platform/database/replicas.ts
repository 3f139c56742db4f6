import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openPool, openReadPool } from './connect.ts'
import { ConnectionTurns } from './connection-turns.ts'
import { currentReadSource, runWithReadSource } from './read-source.ts'
import { withSecondTry } from './second-try.ts'
import { takeConnection } from './wait-limit.ts'

type TakeClient = () => Promise<pg.PoolClient>

export type Replicas = Readonly<{
  /** Lets queries of `work` run on a replica, if one is up to date. */
  read<T>(work: () => Promise<T>): Promise<T>
  /**
   * Lets queries of `work` run on a replica while the primary is away, if one has what the primary had a second before
   * it was last heard. Writes fail there.
   */
  readWithoutPrimary<T>(work: () => Promise<T>): Promise<T>
  /** Whether a replica could answer reads if the primary did not. */
  canReplacePrimary(): boolean
  /** Whether a replica has answered in place of the primary after `since`, a time of `performance.now()`. */
  hasReplacedPrimary(since: number): boolean
  /** A connection to a replica, where the current work allows one, or else what `primary` returns. */
  take(primary: TakeClient): Promise<pg.PoolClient>
  /** Current position of the primary's log, as text; null without replicas. */
  position(): Promise<string | null>
  /** Whether reads, and responses still cached, include everything written before `position`. */
  have(position: string): boolean
  states(): readonly ReplicaState[]
  close(): Promise<void>
}>

export const NO_REPLICAS: Replicas = {
  read: (work) => work(),
  readWithoutPrimary: (work) => work(),
  canReplacePrimary: () => false,
  hasReplacedPrimary: () => false,
  take: (primary) => primary(),
  position: async () => null,
  have: () => true,
  states: () => [],
  close: async () => {},
}

const LOOK_EVERY_MS = 250

const PROBE = { application_name: 'matnanum replicas', query_timeout: 1000 }

type Options = ReplicaOptions & Readonly<{ primary: string; urls: readonly string[] }>

export function openReplicas({ primary: url, urls, ...options }: Options): Replicas {
  if (urls.length === 0) return NO_REPLICAS
  const primary = new Primary(url, options)
  const replicas = urls.map((url) => new Replica(url, options))
  let isClosed = false
  let next = 0
  let replacedAt = Number.NEGATIVE_INFINITY

  // Independent loops: a silent server must not delay the others.
  const keepLooking = async (look: () => Promise<void>) => {
    for (; !isClosed; await wait(LOOK_EVERY_MS, undefined, { ref: false })) await look()
  }
  const looking = Promise.all([
    keepLooking(() => primary.look()),
    ...replicas.map((replica) => keepLooking(() => replica.look(primary.positions))),
  ])

  const usable = () => replicas.filter((replica) => replica.isUsable())
  const replacing = () => (primary.wasHeardLately() ? usable() : [])
  const allowed = () => {
    const source = currentReadSource()
    if (source === 'a replica') return usable()
    if (source === undefined || !primary.isAway()) return []
    replacedAt = performance.now()
    return replacing()
  }
  const takeOne = async (fromPrimary: TakeClient): Promise<{ client: pg.PoolClient; from: Replica | null }> => {
    const choice = allowed()
    const first = next++
    for (let at = 0; at < choice.length; at++) {
      const from = choice[(first + at) % choice.length]
      const client = await from?.take().catch((error: unknown) => from.leaveOut(error))
      if (from && client) return { client, from }
    }
    return { client: await fromPrimary(), from: null }
  }
  const take = async (fromPrimary: TakeClient): Promise<pg.PoolClient> => {
    const { client, from } = await takeOne(fromPrimary)
    if (!from) return client
    return withSecondTry(client, async (error) => {
      from.leaveOut(error)
      return (await takeOne(fromPrimary)).client
    })
  }
  return {
    read: (work) => runWithReadSource('a replica', work),
    readWithoutPrimary: (work) => runWithReadSource('a replica without the primary', work),
    canReplacePrimary: () => replacing().length > 0,
    hasReplacedPrimary: (since) => replacedAt >= since,
    take,
    position: async () => (await primary.readPosition()).text,
    have: (position) => replicas.every((replica) => replica.had(position)),
    states: () => replicas.map((replica) => replica.state(primary.positions.at(-1))),
    close: async () => {
      isClosed = true
      await looking
      await Promise.all([primary.close(), ...replicas.map((replica) => replica.close())])
    },
  }
}

/** `server` tells servers behind one address apart. */
type Position = Readonly<{ at: number; text: string; server: string; isStandby: boolean }>

const MAX_LAG_MS = 1000

/**
 * Milliseconds for which a response from a lagging replica stays in caches (`http/shared-cache.ts`), with some reserve.
 */
const KEPT_MS = 1250

const MOST_POSITIONS = 20

const SERVER = 'pg_postmaster_start_time()::text as server'

const REPLAYED = `select ${SERVER}, pg_is_in_recovery() as "isStandby", (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end)::text as position`

async function readPosition(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: string; server: string; isStandby: boolean }>(REPLAYED)
  const { position = '0/0', server = '', isStandby = false } = rows[0] ?? {}
  return { at: performance.now(), text: position, server, isStandby }
}

/** Successive queries without an answer after which the primary counts as away. */
const AWAY_AFTER = 2

/** Milliseconds for which replicas replace the primary at most: meanwhile a session may end without their knowing. */
const REPLACED_MS = 600_000

class Primary {
  readonly #pool: pg.Pool
  readonly #log: FastifyBaseLogger
  readonly #replacedMs: number
  #unanswered = 0
  positions: readonly Position[] = []

  constructor(connectionString: string, { log, replacedMs = REPLACED_MS }: ReplicaOptions) {
    this.#pool = openPool({ connectionString, max: 1, connectionTimeoutMillis: 1000, ...PROBE })
    this.#log = log
    this.#replacedMs = replacedMs
  }

  readPosition(): Promise<Position> {
    return readPosition(this.#pool)
  }

  async look(): Promise<void> {
    const wasAway = this.isAway()
    const current = await this.readPosition().catch(() => null)
    // During a failover its address may lead to a standby.
    if (current && !current.isStandby) {
      this.positions = [...this.positions, current].slice(-MOST_POSITIONS)
      this.#unanswered = 0
    } else this.#unanswered += 1
    if (this.isAway() === wasAway) return
    if (wasAway) this.#log.info('the primary of the database answers again')
    else this.#log.warn('the primary of the database is away: members read from replicas, and writes are refused')
  }

  isAway(): boolean {
    return this.#unanswered >= AWAY_AFTER
  }

  wasHeardLately(): boolean {
    const last = this.positions.at(-1)
    return last !== undefined && last.at > performance.now() - this.#replacedMs
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/** `replica` is its host, and its port if the URL has one. */
export type ReplicaState = Readonly<{ replica: string; isUsed: boolean; lagBytes: number }>

type ReplicaOptions = Readonly<{
  connections: number
  log: FastifyBaseLogger
  maxLagMs?: number
  replacedMs?: number
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
    // Compared with when the primary last answered: a replica never gets what the primary had not sent by then.
    const heardAt = primary.at(-1)?.at ?? 0
    const due = primary.findLast(({ at }) => at <= heardAt - this.#maxLagMs) ?? primary[0]
    const last = this.#positions.at(-1)
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

  /** A connection to the server whose lag is known. One to another server at this address is closed; undefined then. */
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

  /** Whether all reads from this replica that may still be cached include what was written before `position`. */
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
