import { availableParallelism } from 'node:os'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { QueueBySource, type Source } from '../turns/queue-by-source.ts'
import { inTurn, type TakeTurn, TurnsByName } from '../turns/turns-by-name.ts'
import { ImageWorker, type WorkerOptions } from './image-worker.ts'
import { type Picture, RETRY_AFTER } from './picture.ts'

export type ProcessorOptions = WorkerOptions &
  Readonly<{
    /** Processes running at once. */
    processes: number
    /** Pictures that may wait for a process; beyond it UNAVAILABLE. */
    maxWaiting: number
    /** Waits for a turn to decode; the processes of the site share these turns. */
    takeTurn: TakeTurn
  }>

/** Name of the turns for decoding. */
export const DECODING_TURNS = 'pictures'

/** Most waiting pictures of all processes of the site. */
export const MOST_WAITING = 48

/** Two if there is more than one core, half the cores if there are many, four at most. */
export function defaultImageProcesses(cores = availableParallelism()): number {
  return cores < 2 ? 1 : Math.max(2, Math.min(4, Math.floor(cores / 2)))
}

/** Pictures decoded at once, in all processes. */
export function imageProcesses({ imageProcesses }: Pick<Config, 'imageProcesses'>): number {
  return imageProcesses ?? defaultImageProcesses()
}

const defaults: Omit<ProcessorOptions, 'takeTurn'> = {
  processes: defaultImageProcesses(),
  maxWaiting: MOST_WAITING,
  timeLimit: 60_000,
  cpuLimit: 8000,
  memoryLimit: 768 * 1024 * 1024,
  idleLimit: 30_000,
}

type Task = {
  folder: string
  source: Source
  resolve: (picture: Picture) => void
  reject: (error: unknown) => void
}

/** The source of a picture, and a signal that removes it from the queue. */
export type RunOptions = { source?: Source; signal?: AbortSignal }

/** The source of the site's own pictures, such as those of the demo. */
const SITE_ITSELF: Source = { network: '', account: '' }

/**
 * Gives uploads to child processes, one at a time to each; they are started when needed and replaced when they die.
 * Waiting uploads take turns: `QueueBySource`.
 */
export class ImageProcessor {
  readonly #options: ProcessorOptions
  readonly #waiting = new QueueBySource<Task>()
  readonly #workers: ImageWorker[]
  /** Workers that have a picture or wait for a turn. */
  readonly #busy = new Set<ImageWorker>()
  #closed = false

  constructor(options: Partial<ProcessorOptions> = {}) {
    const { processes } = { ...defaults, ...options }
    this.#options = { ...defaults, takeTurn: new TurnsByName({ [DECODING_TURNS]: processes }).take, ...options }
    this.#workers = Array.from({ length: this.#options.processes }, () => new ImageWorker(this.#options))
  }

  /** Process ids of the live children. */
  get pids(): number[] {
    return this.#workers.flatMap((worker) => worker.pid ?? [])
  }

  /**
   * Makes our own files from the upload in `folder`.
   * @throws {AppError} BAD_USER_INPUT or TOO_LARGE for a refused file, INTERNAL when the process died, UNAVAILABLE
   * when too many wait or the machine is too busy; and the signal's reason when it is aborted before the picture's turn.
   */
  async run(folder: string, { source = SITE_ITSELF, signal }: RunOptions = {}): Promise<Picture> {
    signal?.throwIfAborted()
    if (this.#closed || this.#waiting.size >= this.#options.maxWaiting) {
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    }
    return new Promise((resolve, reject) => {
      const task = { folder, source, resolve, reject }
      signal?.addEventListener('abort', () => this.#waiting.remove(task) && reject(signal.reason), { once: true })
      this.#waiting.add(task)
      this.#pump()
    })
  }

  /** Refuses waiting pictures and ends the processes. */
  async close(): Promise<void> {
    this.#closed = true
    for (let task = this.#waiting.take(); task; task = this.#waiting.take()) task.reject(new AppError('UNAVAILABLE'))
    await Promise.all(this.#workers.map((worker) => worker.end()))
  }

  #pump(): void {
    for (const worker of this.#workers) {
      if (this.#busy.size >= this.#workers.length || this.#waiting.size === 0) return
      if (!this.#busy.has(worker)) void this.#workOn(worker)
    }
  }

  /** Processes one waiting picture after the other, each in its own turn. */
  async #workOn(worker: ImageWorker): Promise<void> {
    this.#busy.add(worker)
    while (this.#waiting.size > 0) {
      await inTurn(this.#options.takeTurn, DECODING_TURNS, async () => {
        const task = this.#waiting.take()
        if (task) await worker.run(task.folder).then(task.resolve, task.reject)
      })
    }
    this.#busy.delete(worker)
  }
}
