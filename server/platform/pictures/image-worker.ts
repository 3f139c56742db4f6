import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { GroupKeys } from '../fair-queue.ts'
import { FairGate } from '../turns/fair-gate.ts'
import {
  HEAVY_SIGNAL,
  type ImageJob,
  type Picture,
  refusalError,
  type TransformOutcome,
  UPLOAD_RETRY_SECONDS,
  uploadFailedError,
} from './picture.ts'

export type WorkerOptions = Readonly<{
  /** Milliseconds of one picture. On a busy machine it gets about a tenth of a core. */
  timeLimit: number
  /** Milliseconds of CPU time of one picture: several times that of the slowest allowed one. */
  cpuLimit: number
  /** Resident bytes of one process: twice what 40 megapixels need to be rotated. */
  memoryLimit: number
  idleLimit: number
}>

/** One process that re-encodes pictures; it is started when it is needed. */
export class ImageWorker {
  readonly #options: WorkerOptions
  #child: ChildProcess | undefined
  #settle: ((outcome: TransformOutcome) => void) | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
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
    throw outcome.refusal === null ? uploadFailedError(new Error(outcome.failure)) : refusalError(outcome.refusal)
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    this.#drop(child, 'the image processes were stopped')
    await gone
  }

  #ask(job: ImageJob): Promise<TransformOutcome> {
    const child = this.#child ?? this.#start()
    keepProcessAlive(child)
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => {
        this.#answer(child, { ok: false, refusal: 'slow' })
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
      // An empty environment holds no secret for a compromised decoder.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', (outcome: TransformOutcome) => {
      this.#answer(child, outcome)
      letProcessEnd(child)
      this.#idle = setTimeout(() => this.#drop(child, 'idle'), this.#options.idleLimit).unref()
    })
    child.on('error', (error) => this.#drop(child, String(error)))
    child.on('exit', (code, signal) => {
      if (signal === HEAVY_SIGNAL) this.#answer(child, { ok: false, refusal: 'heavy' })
      this.#drop(child, `the image process ended with ${signal ?? code}`)
    })
    lowerPriority(child)
    return child
  }

  #answer(child: ChildProcess, outcome: TransformOutcome): void {
    if (this.#child !== child) return
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }

  #drop(child: ChildProcess, failure: string): void {
    if (this.#child !== child) return
    clearTimeout(this.#idle)
    this.#answer(child, { ok: false, refusal: null, failure })
    this.#child = undefined
    child.kill('SIGKILL')
  }
}

function keepProcessAlive(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function letProcessEnd(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems refuse priorities; pictures then compete with pages.
  }
}

export type ProcessorOptions = WorkerOptions &
  Readonly<{
    processes: number
    maxWaiting: number
    /** Milliseconds that an upload waits for its turn. */
    waitLimit: number
  }>

/** Most uploads that wait for an image process. */
export const MOST_WAITING_UPLOADS = 48

/**
 * Default number of image processes: half the cores, but at least two if there is more than one core, and four at most.
 */
export function defaultImageProcessCount(cores = availableParallelism()): number {
  return cores < 2 ? 1 : Math.max(2, Math.min(4, Math.floor(cores / 2)))
}

export function imageProcessCount({ imageProcesses }: Pick<Config, 'imageProcesses'>): number {
  return imageProcesses ?? defaultImageProcessCount()
}

/**
 * Longest wait of an upload for its turn, and longest work on a picture, in milliseconds. Together less than a
 * connection may be silent (`CLIENT_LIMITS`), so that the client gets a response.
 */
export const LONGEST_UPLOAD_MS = { wait: 45_000, picture: 60_000 }

const defaults: ProcessorOptions = {
  processes: defaultImageProcessCount(),
  maxWaiting: MOST_WAITING_UPLOADS,
  waitLimit: LONGEST_UPLOAD_MS.wait,
  timeLimit: LONGEST_UPLOAD_MS.picture,
  cpuLimit: 8000,
  memoryLimit: 768 * 1024 * 1024,
  idleLimit: 30_000,
}

export type RunOptions = { who?: GroupKeys; signal?: AbortSignal }

const SITE_ITSELF: GroupKeys = ['the site']

/** All image processes of this process, for which uploads wait in turns. */
export class ImageProcessor {
  readonly #gate: FairGate
  readonly #waitLimit: number
  readonly #workers: ImageWorker[]
  readonly #idle: ImageWorker[]
  #isClosed = false

  constructor(options: Partial<ProcessorOptions> = {}) {
    const { processes, maxWaiting, waitLimit, ...limits } = { ...defaults, ...options }
    this.#waitLimit = waitLimit
    this.#gate = new FairGate({ atOnce: processes, maxWaiting, retryAfter: UPLOAD_RETRY_SECONDS })
    this.#workers = Array.from({ length: processes }, () => new ImageWorker(limits))
    this.#idle = [...this.#workers]
  }

  get waiting(): number {
    return this.#gate.waiting
  }

  get pids(): number[] {
    return this.#workers.flatMap((worker) => worker.pid ?? [])
  }

  /**
   * @throws {AppError} BAD_USER_INPUT, TOO_LARGE, INTERNAL when the process died, UNAVAILABLE when too many wait or too
   * long
   */
  async run(folder: string, { who, signal }: RunOptions = {}): Promise<Picture> {
    if (this.#isClosed) throw new AppError('UNAVAILABLE', { retryAfter: UPLOAD_RETRY_SECONDS })
    if (who === undefined) return this.#gate.run(SITE_ITSELF, () => this.#process(folder), signal)
    const late = new AbortController()
    const busy = new AppError('UNAVAILABLE', { retryAfter: UPLOAD_RETRY_SECONDS })
    const timer = setTimeout(() => late.abort(busy), this.#waitLimit)
    const begin = () => {
      clearTimeout(timer)
      return this.#process(folder)
    }
    try {
      return await this.#gate.run(who, begin, AbortSignal.any(signal ? [signal, late.signal] : [late.signal]))
    } finally {
      clearTimeout(timer)
    }
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
