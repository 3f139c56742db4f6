import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { HEAVY_SIGNAL, type ImageJob, type Outcome, type Picture, refusalError, uploadFailed } from './picture.ts'

export type WorkerOptions = Readonly<{
  /** Longest time of one picture, in milliseconds. On a busy machine it gets about a tenth of a core. */
  timeLimit: number
  /** Longest CPU time of one picture, in milliseconds: several times that of the slowest within the limits. */
  cpuLimit: number
  /** Resident bytes of one process: twice what 40 megapixels need that are rotated upright. */
  memoryLimit: number
  idleLimit: number
}>

export class ImageWorker {
  readonly #options: WorkerOptions
  #child: ChildProcess | undefined
  #settle: ((outcome: Outcome) => void) | undefined
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

  /** Kills the process at once; the next picture gets a new one. */
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

function beNice(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems refuse; then pictures compete with pages.
  }
}
