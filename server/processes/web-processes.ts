import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Env } from '../env-reader.ts'
import { Pauses } from '../pauses.ts'
import { Port } from './port.ts'
import { SharedCounts } from './shared-counts.ts'
import { WebProcess, type WebProcessOptions } from './web-process.ts'

/** Longest time in which a replaced process may answer its last requests; usually it ends earlier. */
const RETIRE_MS = 150_000

/**
 * How much longer than told a process may take to stop, and how long the last connections may wait to be handed out.
 */
const LATE_MS = 2000

const POLL_MS = 10

type Options = {
  config: Config
  env: Env
  log: FastifyBaseLogger
  /** The processes load their code while the database is being opened. */
  databaseUrl: Promise<string>
} & Pick<WebProcessOptions, 'program'>

/** A place for one process: the current process, and whether it is being replaced. */
type Place = { process: WebProcess | undefined; readonly pauses: Pauses }

/**
 * The processes that answer requests. They share the port: this process accepts connections and hands them out in turn.
 * One that ends by itself is replaced, at once the first time and then after growing pauses.
 */
export class WebProcesses {
  readonly #options: Options
  readonly #counts: SharedCounts
  readonly #places: Place[]
  readonly #port: Port
  /** All running processes, including those being replaced. */
  readonly #running = new Set<WebProcess>()
  #next = 0
  #isStopping = false
  #replacing: Promise<void> | undefined
  #replaceAgain = false

  constructor(options: Options) {
    this.#options = options
    this.#counts = new SharedCounts(options.config)
    this.#places = Array.from({ length: options.config.processes }, () => ({
      process: undefined,
      pauses: new Pauses(),
    }))
    this.#port = new Port(() => this.#choose())
  }

  /**
   * Starts the processes; resolves when the first one is ready. The others start after it, so that it does not share the
   * cores with them and the site is there sooner.
   * @throws {StartError} when the first one cannot start
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#places as [Place, ...Place[]]
    await this.#fill(first)
    for (const place of others) this.#fill(place).catch(() => this.#refill(place))
  }

  /** Opens the port. @throws the system's error */
  listen(): Promise<void> {
    const { host, port } = this.#options.config
    return this.#port.open(host, port)
  }

  /** Replaces one process after the other. Each ends when its successor is ready and its requests are answered. */
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

  /**
   * Stops without interrupting requests: for `noticeMs` milliseconds everything is answered and `/readyz` says 503,
   * then the port closes, and requests in flight have `deadlineMs` milliseconds.
   */
  async stop(noticeMs: number, deadlineMs: number): Promise<void> {
    this.#isStopping = true
    for (const process of this.#running) {
      if (process.isReady) process.tell({ kind: 'announce stop' })
      else process.kill()
    }
    if (this.#running.size > 0) await wait(noticeMs)
    for (const process of this.#running) process.tell({ kind: 'hold responses' })
    await this.#port.close()
    const isIdle = async () => {
      for (const until = Date.now() + LATE_MS; this.#port.waiting > 0 && Date.now() < until; ) await wait(POLL_MS)
    }
    await isIdle()
    this.#port.dropWaiting()
    for (const process of this.#running) process.tell({ kind: 'finish', deadlineMs })
    await this.#allEnd(deadlineMs + LATE_MS)
  }

  async #allEnd(patienceMs: number): Promise<void> {
    const late = setTimeout(() => {
      for (const process of this.#running) process.kill()
    }, patienceMs)
    await Promise.all([...this.#running].map(({ ended }) => ended))
    clearTimeout(late)
  }

  /** The next process with room, in turn. */
  #choose(): WebProcess | undefined {
    const { length } = this.#places
    for (let tried = 0; tried < length; tried++) {
      const { process } = this.#places[this.#next++ % length] as Place
      if (process?.hasRoom) return process
    }
    return undefined
  }

  /** Starts a process for the place and gives it the place when it is ready. */
  async #fill(place: Place): Promise<void> {
    const process = this.#spawn(place)
    await process.ready
    const before = place.process
    place.process = process
    place.pauses.succeeded()
    this.#port.handOut()
    process.ended.then((how) => {
      if (place.process !== process || this.#isStopping) return
      place.process = undefined
      const { pid } = process
      this.#options.log.error({ process: pid, how }, 'a process that answers requests has ended; starting another one')
      this.#refill(place)
    })
    if (before) await this.#retire(before)
  }

  /** Starts a new process for the place after a pause, and tries again until that works. */
  async #refill(place: Place): Promise<void> {
    while (!this.#isStopping && !place.process) {
      await wait(place.pauses.next())
      if (this.#isStopping) return
      try {
        await this.#fill(place)
      } catch (error) {
        if (!this.#isStopping)
          this.#options.log.error({ err: error }, 'a process that answers requests could not start')
      }
    }
  }

  #spawn(place: Place): WebProcess {
    const { config, databaseUrl, program } = this.#options
    const env = { ...this.#options.env, PORT: String(config.port) }
    const started = new WebProcess({
      env,
      databaseUrl,
      program,
      heapMb: config.heapMb,
      counts: this.#counts,
      onRoom: () => this.#port.handOut(),
      onLeave: () => void this.#leave(place, started),
      onLost: (sockets) => this.#port.giveAgain(sockets),
    })
    this.#running.add(started)
    started.ended.then(() => this.#running.delete(started))
    return started
  }

  /** Replaces a process that was asked to stop, unless the whole site is stopping. */
  async #leave(place: Place, process: WebProcess): Promise<void> {
    if (this.#isStopping || place.process !== process) return
    this.#options.log.info({ process: process.pid }, 'replacing a process that was told to stop')
    await this.#replace(place)
  }

  async #replaceEach(): Promise<void> {
    this.#replaceAgain = false
    this.#options.log.info('replacing the processes that answer requests')
    for (const place of this.#places) {
      if (this.#isStopping || !(await this.#replace(place))) return
    }
    this.#options.log.info('replaced the processes that answer requests')
  }

  /** Returns whether it worked; otherwise the old process continues. */
  async #replace(place: Place): Promise<boolean> {
    try {
      await this.#fill(place)
      return true
    } catch (error) {
      if (!this.#isStopping)
        this.#options.log.error({ err: error }, 'a process is not replaced: its successor did not start')
      return false
    }
  }

  async #retire(process: WebProcess): Promise<void> {
    process.tell({ kind: 'retire' })
    const late = setTimeout(() => process.kill(), RETIRE_MS)
    await process.ended
    clearTimeout(late)
  }
}
