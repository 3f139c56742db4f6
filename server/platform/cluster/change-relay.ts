import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { type Listeners, listenForChanges } from '../database/changes.ts'

/** Request of a worker to the first process for the notifications of these channels. */
export type ChangeSubscription = Readonly<{ relay: 'ask'; channels: readonly string[] }>

export type RelayMessage =
  | Readonly<{ relay: 'notification'; channel: string; payload: string }>
  /** Every `BEAT_MS`, and at once when it changes: whether notifications arrive. */
  | Readonly<{ relay: 'state'; isListening: boolean }>

const BEAT_MS = 1000

/**
 * Milliseconds without a message after which a worker assumes that it misses notifications: the first process may stand
 * still.
 */
const SILENT_MS = 5000

/** Most messages that a worker has not received yet; beyond them it is told that it has missed some. */
const MOST_UNSENT = 2000

/**
 * Listens to PostgreSQL's notifications once for all workers of this machine, because PostgreSQL sends each
 * notification to each connection that listens. It begins when the first worker asks, which has migrated the data by
 * then.
 */
export class ChangeRelay {
  readonly #database: Promise<string>
  readonly #log: FastifyBaseLogger
  readonly #subscribers = new Map<Worker, Subscriber>()
  readonly #channels = new Set<string>()
  readonly #beat: NodeJS.Timeout
  #isListening = false
  #listening: Promise<() => Promise<void>> = Promise.resolve(async () => {})

  constructor(database: Promise<string>, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
    this.#beat = setInterval(() => this.#tellState(), BEAT_MS).unref()
    cluster.on('message', this.#onMessage)
  }

  async close(): Promise<void> {
    cluster.off('message', this.#onMessage)
    clearInterval(this.#beat)
    const stop = await this.#listening
    await stop()
  }

  readonly #onMessage = (worker: Worker, message: unknown): void => {
    if (!isOf(message, 'ask')) return
    worker.once('exit', () => this.#subscribers.delete(worker))
    const isNew = message.channels.some((channel) => !this.#channels.has(channel))
    for (const channel of message.channels) this.#channels.add(channel)
    if (isNew) this.#listening = this.#listenAgain(this.#listening)
    // A worker starts once it gets a state, which must say by then whether changes arrive.
    this.#listening.then(() => {
      if (worker.isDead()) return
      this.#subscribers.set(worker, new Subscriber(worker))
      this.#tellState()
    })
  }

  async #listenAgain(before: Promise<() => Promise<void>>): Promise<() => Promise<void>> {
    const stop = await before
    await stop()
    const tell = (channel: string) => (payload: string | null) => {
      if (payload === null) return
      for (const subscriber of this.#subscribers.values()) subscriber.tell({ relay: 'notification', channel, payload })
    }
    const listeners = Object.fromEntries([...this.#channels].map((channel) => [channel, tell(channel)]))
    return listenForChanges(await this.#database, listeners, this.#log, (isListening) => {
      this.#isListening = isListening
      this.#tellState()
    })
  }

  #tellState(): void {
    for (const subscriber of this.#subscribers.values()) subscriber.tellState(this.#isListening)
  }
}

class Subscriber {
  readonly #worker: Worker
  #unsent = 0
  #hasMissed = false

  constructor(worker: Worker) {
    this.#worker = worker
  }

  tell(change: RelayMessage): void {
    if (!this.#worker.isConnected()) return
    if (this.#unsent >= MOST_UNSENT) this.#hasMissed = true
    if (this.#hasMissed) return
    this.#unsent += 1
    this.#worker.send(change, () => {
      this.#unsent -= 1
    })
  }

  tellState(isListening: boolean): void {
    if (this.#hasMissed && this.#unsent === 0) {
      this.#hasMissed = false
      this.tell({ relay: 'state', isListening: false })
    }
    this.tell({ relay: 'state', isListening })
  }
}

/**
 * Receives in a worker the notifications that the first process passes on; used like `listenForChanges`. Resolves when
 * the first process has tried to listen.
 */
export async function receiveChanges(
  listeners: Listeners,
  onState: (isListening: boolean) => void,
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  let isListening = false
  let heard = 0
  const setState = (next: boolean) => {
    if (next === isListening) return
    isListening = next
    if (next) for (const listener of Object.values(listeners)) listener(null)
    onState(next)
  }
  const silence = setTimeout(() => {
    const before = heard
    // Messages that have arrived while this process was busy are read first.
    setImmediate(() => {
      if (heard === before) setState(false)
    })
  }, SILENT_MS).unref()
  const onMessage = (message: unknown) => {
    if (isOf(message, 'notification')) listeners[message.channel]?.(message.payload)
    else if (isOf(message, 'state')) setState(message.isListening)
    else return
    heard += 1
    silence.refresh()
    begun.resolve()
  }
  process.on('message', onMessage)
  const ask: ChangeSubscription = { relay: 'ask', channels: Object.keys(listeners) }
  process.send?.(ask, undefined, undefined, () => {})
  await begun.promise
  return async () => {
    process.off('message', onMessage)
    clearTimeout(silence)
  }
}

type Message = ChangeSubscription | RelayMessage

function isOf<Kind extends Message['relay']>(message: unknown, kind: Kind): message is Message & { relay: Kind } {
  return typeof message === 'object' && message !== null && 'relay' in message && message.relay === kind
}
