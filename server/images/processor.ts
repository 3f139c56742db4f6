import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { AppError } from '../errors.ts'
import { inTurn, type TakeTurn, Turns } from '../turns.ts'
import { FairQueue, type Source } from './fair-queue.ts'
import { HEAVY_SIGNAL, type ImageJob, type Outcome, type Picture, refusalError, uploadFailed } from './picture.ts'

export type ProcessorOptions = Readonly<{
  /** Processes running at once. */
  processes: number
  /** Pictures that may wait for a process; beyond it UNAVAILABLE. */
  maxWaiting: number
  /** Longest wall-clock time of one picture, in milliseconds; generous for busy machines. */
  timeLimit: number
  /** Longest CPU time of one picture, in milliseconds: several times that of the slowest picture within the limits. */
  cpuLimit: number
  /** Resident bytes of one process: 40 Mpx with eight bits per channel, rotated upright, fit twice. */
  memoryLimit: number
  /** Milliseconds after which an idle process ends. */
  idleLimit: number
  /** Waits for a turn at decoding, where other processes of the site decode too. */
  takeTurn: TakeTurn
}>

/** The name of the turns at decoding. */
export const DECODING = 'pictures'

/** Pictures that may wait, in all processes of the site. */
export const MOST_WAITING = 48

/** Two if there is more than one core, half the cores if there are many, four at most. */
export function defaultImageProcesses(cores = availableParallelism()): number {
  return cores < 2 ? 1 : Math.max(2, Math.min(4, Math.floor(cores / 2)))
}

const defaults: Omit<ProcessorOptions, 'takeTurn'> = {
  processes: defaultImageProcesses(),
  maxWaiting: MOST_WAITING,
  timeLimit: 20_000,
  cpuLimit: 8000,
  memoryLimit: 768 * 1024 * 1024,
  idleLimit: 30_000,
}

/** Seconds a client is told to wait when the queue is full. */
const RETRY_AFTER = 5

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
 * Waiting uploads take turns: `FairQueue`.
 */
export class ImageProcessor {
  readonly #options: ProcessorOptions
  readonly #waiting = new FairQueue<Task>()
  readonly #workers: Worker[]
  /** Those that have a picture or wait for their turn at one. */
  readonly #busy = new Set<Worker>()
  #closed = false

  constructor(options: Partial<ProcessorOptions> = {}) {
    const { processes } = { ...defaults, ...options }
    this.#options = { ...defaults, takeTurn: new Turns({ [DECODING]: processes }).take, ...options }
    this.#workers = Array.from({ length: this.#options.processes }, () => new Worker(this.#options))
  }

  /** Process ids of the live children. */
  get pids(): number[] {
    return this.#workers.flatMap((worker) => worker.pid ?? [])
  }

  /**
   * Makes our own files from the upload in `folder`.
   * @throws {AppError} BAD_USER_INPUT or TOO_LARGE for a refused file, INTERNAL when the process died, UNAVAILABLE
   * when too many wait; and the signal's reason when it is aborted before the picture's turn.
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

  /** One picture after the other, each in a turn of its own, until none waits. */
  async #workOn(worker: Worker): Promise<void> {
    this.#busy.add(worker)
    while (this.#waiting.size > 0) {
      await inTurn(this.#options.takeTurn, DECODING, async () => {
        const task = this.#waiting.take()
        if (task) await worker.run(task.folder).then(task.resolve, task.reject)
      })
    }
    this.#busy.delete(worker)
  }
}

/** A child process and its current picture. */
class Worker {
  readonly #options: ProcessorOptions
  #child: ChildProcess | undefined
  #settle: ((outcome: Outcome) => void) | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: ProcessorOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async run(folder: string): Promise<Picture> {
    clearTimeout(this.#idle)
    const { memoryLimit, cpuLimit } = this.#options
    const outcome = await this.#ask({ folder, memoryLimit, cpuLimit })
    if (outcome.ok) return outcome.picture
    throw outcome.refusal === null ? uploadFailed(new Error(outcome.failure)) : refusalError(outcome.refusal)
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    this.#drop(child, 'the image processes were stopped')
    await gone
  }

  #ask(job: ImageJob): Promise<Outcome> {
    const child = this.#child ?? this.#start()
    keepProcessAlive(child)
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => {
        this.#answer(child, { ok: false, refusal: 'heavy' })
        this.#drop(child, 'time limit')
      }, this.#options.timeLimit)
      this.#settle = (outcome) => {
        clearTimeout(tooLong)
        resolve(outcome)
      }
      child.send(job, (error) => error && this.#drop(child, String(error)))
    })
  }

  #start(): ChildProcess {
    const child = fork(new URL('./image-process.ts', import.meta.url), {
      // An empty environment: a compromised decoder finds no secret in it.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', (outcome: Outcome) => {
      this.#answer(child, outcome)
      letProcessEnd(child)
      this.#idle = setTimeout(() => this.#drop(child, 'idle'), this.#options.idleLimit).unref()
    })
    child.on('error', (error) => this.#drop(child, String(error)))
    child.on('exit', (code, signal) => {
      if (signal === HEAVY_SIGNAL) this.#answer(child, { ok: false, refusal: 'heavy' })
      this.#drop(child, `the image process ended with ${signal ?? code}`)
    })
    beNice(child)
    return child
  }

  #answer(child: ChildProcess, outcome: Outcome): void {
    if (this.#child !== child) return
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }

  /** Kills the process at once and fails its current picture, so that the next one gets a new process. */
  #drop(child: ChildProcess, failure: string): void {
    if (this.#child !== child) return
    clearTimeout(this.#idle)
    this.#answer(child, { ok: false, refusal: null, failure })
    this.#child = undefined
    child.kill('SIGKILL')
  }
}

/** A working child keeps our process alive; an idle one does not. */
function keepProcessAlive(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function letProcessEnd(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

/** Serving pages has priority. */
function beNice(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems refuse; then pictures compete with pages.
  }
}
