import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Backoff } from '../backoff.ts'
import { DRAIN_MS, WORKER_BEAT_MS } from '../config/limits-config.ts'
import { ERROR_PRINTED_CODE, StartError } from '../start-error.ts'
import type { ChangeSubscription, RelayMessage } from './change-relay.ts'
import type { MaintenanceServer } from './maintenance.ts'

/** Longest time for the last requests of a replaced worker. */
const RETIRE_MS = 150_000

const LATE_MS = 2000

export type MessageToWorker =
  /** The first message: the database runs, so start. */
  | 'database runs'
  /** Stop, together with all others: close the port, but answer nothing yet. */
  | 'drain'
  /** All workers have closed the port: answer what is left, and end. */
  | 'finish'
  /** A successor listens: answer what is left, and end. */
  | 'retire'
  | RelayMessage

export type MessageFromWorker =
  | 'port closed'
  /** The worker got SIGTERM, and asks for a successor. */
  | 'told to stop'
  /** The data are being migrated, which may take long. */
  | 'migrating'
  /** The data are migrated, and the worker is about to listen. */
  | 'migrated'
  /** Every `WORKER_BEAT_MS`. */
  | 'alive'
  | ChangeSubscription

type Options = Readonly<{
  count: number
  env: Readonly<Record<string, string>>
  log: FastifyBaseLogger
  database: Promise<unknown>
  /** Seconds in which workers still answer requests after a stop was asked for, before they close the port. */
  drainSeconds: number
  maintenance: MaintenanceServer
  /** Path of the program of a worker. */
  program: string
  beatMs?: number
}>

const MOST_MISSED = 6

type Slot = { worker: Worker | undefined; readonly runsJobs: boolean; readonly backoff: Backoff }

/** Starts the worker processes, and replaces those that end or stand still. */
export class Workers {
  readonly #options: Options
  readonly #slots: Slot[]
  readonly #running = new Set<Worker>()
  readonly #listening = new WeakSet<Worker>()
  #isStopping = false
  #replacing: Promise<void> | undefined
  #replaceAgain = false

  constructor(options: Options) {
    this.#options = options
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      worker: undefined,
      runsJobs: index === 0,
      backoff: new Backoff(),
    }))
    cluster.setupPrimary({ exec: options.program, args: [] })
  }

  /** The first worker prepares the database, so the others start after it. @throws {StartError} when it cannot start */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots as [Slot, ...Slot[]]
    await this.#fill(first)
    for (const slot of others) this.#fill(slot).catch(() => this.#refill(slot))
  }

  replaceAll(): void {
    if (this.#isStopping) return
    if (this.#replacing) {
      this.#replaceAgain = true
      return
    }
    this.#replacing = this.#replaceEach().finally(() => {
      this.#replacing = undefined
      if (this.#replaceAgain) this.replaceAll()
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const draining = [...this.#running].filter((worker) => this.#listening.has(worker))
    for (const worker of this.#running) if (!draining.includes(worker)) worker.process.kill('SIGKILL')
    const closed = draining.map((worker) => Promise.race([messageOf(worker, 'port closed'), once(worker, 'exit')]))
    for (const worker of draining) tell(worker, 'drain')
    const stuck = setTimeout(() => this.#killAll(), this.#options.drainSeconds * 1000 + DRAIN_MS)
    await Promise.all(closed)
    clearTimeout(stuck)
    for (const worker of draining) tell(worker, 'finish')
    const late = setTimeout(() => this.#killAll(), DRAIN_MS + LATE_MS)
    while (this.#running.size > 0) await Promise.all([...this.#running].map((worker) => once(worker, 'exit')))
    clearTimeout(late)
  }

  #killAll(): void {
    for (const worker of this.#running) worker.process.kill('SIGKILL')
  }

  #watch(worker: Worker): void {
    let missed = 0
    worker.on('message', () => {
      missed = 0
    })
    const beat = setInterval(() => {
      if (++missed <= MOST_MISSED) return
      this.#options.log.error({ process: worker.process.pid }, 'a process that answers requests stands still')
      worker.process.kill('SIGKILL')
    }, this.#options.beatMs ?? WORKER_BEAT_MS)
    worker.once('exit', () => clearInterval(beat))
  }

  async #fill(slot: Slot): Promise<void> {
    const worker = this.#fork(slot)
    await untilListening(worker)
    this.#listening.add(worker)
    this.#watch(worker)
    const before = slot.worker
    slot.worker = worker
    slot.backoff.succeeded()
    worker.once('exit', (code, signal) => {
      if (slot.worker !== worker || this.#isStopping) return
      slot.worker = undefined
      const details = { process: worker.process.pid, how: signal ?? code }
      this.#options.log.error(details, 'a process that answers requests has ended; starting another one')
      this.#refill(slot)
    })
    if (before) await retire(before)
  }

  async #refill(slot: Slot): Promise<void> {
    while (!this.#isStopping && !slot.worker) {
      await wait(slot.backoff.next())
      if (this.#isStopping) return
      try {
        await this.#fill(slot)
      } catch (error) {
        if (!this.#isStopping)
          this.#options.log.error({ err: error }, 'a process that answers requests could not start')
      }
    }
  }

  #fork(slot: Slot): Worker {
    const worker = cluster.fork({ ...this.#options.env, ...(slot.runsJobs && { RUNS_JOBS: '1' }) })
    this.#running.add(worker)
    worker.once('exit', () => this.#running.delete(worker))
    closeLostConnection(worker)
    worker.on('error', () => {})
    this.#options.database.then(
      () => tell(worker, 'database runs'),
      () => {},
    )
    worker.on('message', (message: MessageFromWorker) => {
      if (message === 'told to stop') this.#replaceOne(slot, worker)
      if (message === 'migrating') this.#options.maintenance.open()
      if (message === 'migrated') this.#options.maintenance.close()
    })
    return worker
  }

  async #replaceOne(slot: Slot, worker: Worker): Promise<void> {
    if (this.#isStopping || slot.worker !== worker) return
    this.#options.log.info({ process: worker.process.pid }, 'replacing a process that was told to stop')
    await this.#replace(slot)
  }

  async #replaceEach(): Promise<void> {
    this.#replaceAgain = false
    this.#options.log.info('replacing the processes that answer requests')
    for (const slot of this.#slots) {
      if (this.#isStopping || !(await this.#replace(slot))) return
    }
    this.#options.log.info('replaced the processes that answer requests')
  }

  async #replace(slot: Slot): Promise<boolean> {
    try {
      await this.#fill(slot)
      return true
    } catch (error) {
      if (!this.#isStopping)
        this.#options.log.error({ err: error }, 'a process is not replaced: its successor did not start')
      return false
    }
  }
}

async function retire(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  tell(worker, 'retire')
  const late = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MS)
  await ended
  clearTimeout(late)
}

/** Closes a connection that was handed to a worker that died: Node forgets it, and its client would wait forever. */
function closeLostConnection(worker: Worker): void {
  const child = worker.process
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  let last: { close(): void } | undefined
  child.send = (...args: unknown[]) => {
    const [, handle] = args
    if (typeof handle === 'object' && handle !== null) last = handle as { close(): void }
    return send(...args)
  }
  worker.once('exit', () => last?.close())
}

function tell(worker: Worker, message: MessageToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** @throws {StartError} when the worker ends before it listens */
async function untilListening(worker: Worker): Promise<void> {
  const stop = new AbortController()
  const ended = once(worker, 'exit', stop).then(([code, signal]) => {
    throw new StartError(
      code === ERROR_PRINTED_CODE ? '' : `A process that answers requests did not start (${signal ?? code}).`,
    )
  })
  try {
    await Promise.race([once(worker, 'listening', stop), ended])
  } finally {
    ended.catch(() => {})
    stop.abort()
  }
}

async function messageOf(worker: Worker, wanted: MessageFromWorker): Promise<void> {
  for (let message: unknown; message !== wanted; ) [message] = await once(worker, 'message')
}
