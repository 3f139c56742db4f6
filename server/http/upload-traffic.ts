import type { IncomingMessage } from 'node:http'

/** Milliseconds without a byte, and in total, after which an upload is aborted. */
const STALL_LIMIT = 15_000
const TIME_LIMIT = 120_000

/** How long the rest of a refused upload is read and discarded, so that its sender can read the response. */
const LINGER_MS = 3000

/** Closes the connection of an upload that stalls or takes too long, until `end` is called. */
export function abortSlowUpload(request: IncomingMessage): {
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

/** Reads and discards the rest for a moment: closing a socket with unread bytes loses the response. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(cut))
  request.once('end', () => clearTimeout(cut))
}
