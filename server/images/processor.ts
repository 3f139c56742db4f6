import { availableParallelism } from 'node:os'
import { FairGate } from '../concurrency/fair-gate.ts'
import type { Who } from '../concurrency/fair-queue.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { ImageWorker, type WorkerOptions } from './image-worker.ts'
import { type Picture, RETRY_AFTER } from './picture.ts'

export type ProcessorOptions = WorkerOptions &
  Readonly<{
    processes: number
    maxWaiting: number
  }>

export const MOST_WAITING = 48

/** Two if there is more than one core, half the cores if there are many, four at most. */
export function defaultImageProcesses(cores = availableParallelism()): number {
  return cores < 2 ? 1 : Math.max(2, Math.min(4, Math.floor(cores / 2)))
}

export function imageProcesses({ imageProcesses }: Pick<Config, 'imageProcesses'>): number {
  return imageProcesses ?? defaultImageProcesses()
}

const defaults: ProcessorOptions = {
  processes: defaultImageProcesses(),
  maxWaiting: MOST_WAITING,
  timeLimit: 60_000,
  cpuLimit: 8000,
  memoryLimit: 768 * 1024 * 1024,
  idleLimit: 30_000,
}

export type RunOptions = { who?: Who; signal?: AbortSignal }

/** For pictures that nobody uploaded, such as those of the demo. */
const SITE_ITSELF: Who = ['the site']

/** Gives uploads to child processes, one at a time to each; they are started when needed and replaced when they die. */
export class ImageProcessor {
  readonly #gate: FairGate
  readonly #workers: ImageWorker[]
  readonly #idle: ImageWorker[]
  #isClosed = false

  constructor(options: Partial<ProcessorOptions> = {}) {
    const { processes, maxWaiting, ...limits } = { ...defaults, ...options }
    this.#gate = new FairGate({ atOnce: processes, maxWaiting, retryAfter: RETRY_AFTER })
    this.#workers = Array.from({ length: processes }, () => new ImageWorker(limits))
    this.#idle = [...this.#workers]
  }

  get waiting(): number {
    return this.#gate.waiting
  }

  get pids(): number[] {
    return this.#workers.flatMap((worker) => worker.pid ?? [])
  }

  /** @throws {AppError} BAD_USER_INPUT, TOO_LARGE, INTERNAL when the process died, UNAVAILABLE when too many wait */
  async run(folder: string, { who = SITE_ITSELF, signal }: RunOptions = {}): Promise<Picture> {
    if (this.#isClosed) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    return this.#gate.run(who, () => this.#process(folder), signal)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#gate.refuseWaiting()
    await Promise.all(this.#workers.map((worker) => worker.end()))
  }

  async #process(folder: string): Promise<Picture> {
    const worker = this.#idle.pop() as ImageWorker
    try {
      return await worker.run(folder)
    } finally {
      this.#idle.push(worker)
    }
  }
}
