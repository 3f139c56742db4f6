import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { StartError } from '../start-error.ts'
import type { Answer, FromWebProcess, ToWebProcess } from './messages.ts'
import { sendTogether } from './send-together.ts'
import type { SharedCounts } from './shared-counts.ts'

/** Most connections on their way to one process; more would delay its answers to questions. */
const MOST_ON_THE_WAY = 4

/**
 * Young objects that a process keeps before it collects garbage, in megabytes; as scripts/bootstrap.mjs has it for the
 * first.
 */
const SEMI_SPACE_MB = 16

const PROGRAM = new URL('./web-process-main.ts', import.meta.url)

export type WebProcessOptions = Readonly<{
  env: NodeJS.ProcessEnv
  /** Until it is known, the process loads its code and waits. */
  databaseUrl: Promise<string>
  heapMb: number
  counts: SharedCounts
  /** The process has room for another connection. */
  onRoom(): void
  /** The process was asked to stop. */
  onLeave(): void
  /** The process has ended without reading from these connections. */
  onLost(sockets: Socket[]): void
  /** What it runs, in tests. */
  program?: URL | undefined
}>

/** One process that answers requests, as the first process sees it. */
export class WebProcess {
  /** Resolves when the process is ready for connections; rejects if it ends before. */
  readonly ready: Promise<void>
  /** Resolves with the cause when the process has ended. */
  readonly ended: Promise<string>
  readonly #child: ChildProcess
  /** Connections that the process has not confirmed yet, in order. Our copies stay open until then. */
  readonly #onTheWay: Socket[] = []
  #isReady = false

  constructor({ env, databaseUrl, heapMb, counts, onRoom, onLeave, onLost, program = PROGRAM }: WebProcessOptions) {
    const child = fork(program, {
      env,
      execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
    })
    this.#child = child
    this.ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
    // Messages to an ending process may be lost.
    child.on('error', () => {})
    databaseUrl.then((url) => this.tell({ kind: 'open', databaseUrl: url }))
    const answer = sendTogether<Answer>((answers) => this.tell({ kind: 'answers', answers }))
    const shared = counts.forProcess((id, value) => answer([id, value]))
    const ready = Promise.withResolvers<void>()
    const read = (message: FromWebProcess) => {
      if (message.kind === 'ready') {
        this.#isReady = true
        ready.resolve()
      } else if (message.kind === 'failed') {
        ready.reject(message.isOperatorFault ? new StartError(message.message) : new Error(message.message))
      } else if (message.kind === 'leave') onLeave()
      else if (message.kind === 'taken') {
        this.#onTheWay.shift()?.destroy()
        onRoom()
      } else shared.read(message)
    }
    child.on('message', (messages: readonly FromWebProcess[]) => messages.forEach(read))
    this.ended.then((how) => {
      this.#isReady = false
      shared.end()
      onLost(this.#onTheWay.splice(0))
      ready.reject(new Error(`a process that answers requests ended with ${how}`))
    })
    this.ready = ready.promise
    this.ready.catch(() => {})
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get hasRoom(): boolean {
    return this.#isReady && this.#onTheWay.length < MOST_ON_THE_WAY
  }

  /** Hands the process a connection. */
  give(socket: Socket): void {
    this.#onTheWay.push(socket)
    const message: ToWebProcess = { kind: 'connection' }
    // Node loses connections that are on their way to an ending process.
    this.#child.send(message, socket, { keepOpen: true }, () => {})
  }

  tell(message: ToWebProcess): void {
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}
