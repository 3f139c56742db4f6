import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** Uploads at once, in all and from one network address; the files lie on disk, so these are sockets and not memory. */
const MAX_UPLOADS = 48
const MAX_FROM_ONE = 12

/** Milliseconds without a byte, and in all, after which an upload is cut off. */
const STALL_LIMIT = 15_000
const TIME_LIMIT = 120_000

/** How long the rest of a refused upload is read and thrown away, so that its sender gets to read the answer. */
const LINGER_MS = 3000

/** Seconds a client is told to wait when too many upload. */
const RETRY_AFTER = 5

/** Lets a bounded number of uploads in. */
export class UploadGate {
  readonly #byNetwork = new Map<string, number>()
  #all = 0

  /**
   * Returns the function to call when the upload is over.
   * @throws {AppError} UNAVAILABLE when the site is busy, RATE_LIMITED when this network uploads too many at once.
   */
  enter(network: string): () => void {
    const mine = this.#byNetwork.get(network) ?? 0
    if (mine >= MAX_FROM_ONE) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER })
    if (this.#all >= MAX_UPLOADS) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    this.#byNetwork.set(network, mine + 1)
    this.#all++
    return () => this.#leave(network)
  }

  #leave(network: string): void {
    const mine = (this.#byNetwork.get(network) ?? 1) - 1
    if (mine > 0) this.#byNetwork.set(network, mine)
    else this.#byNetwork.delete(network)
    this.#all--
  }
}

/** Cuts the connection of an upload that stalls or drags on, until `end` is called. */
export function keepPace(request: IncomingMessage): {
  watch(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  end(): void
} {
  const cut = () => request.destroy()
  const stall = setTimeout(cut, STALL_LIMIT)
  const whole = setTimeout(cut, TIME_LIMIT)
  return {
    async *watch(bytes) {
      for await (const chunk of bytes) {
        stall.refresh()
        yield chunk
      }
    },
    end() {
      clearTimeout(stall)
      clearTimeout(whole)
    },
  }
}

/** Reads on for a moment and throws it away: a socket closed on unread bytes takes the answer with it. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(cut))
  request.once('end', () => clearTimeout(cut))
}
