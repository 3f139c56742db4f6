import type { IncomingMessage } from 'node:http'

/** Milliseconds without a byte, and in all, after which an upload is cut off. */
const STALL_LIMIT = 15_000
const TIME_LIMIT = 120_000

/** How long the rest of a refused upload is read and thrown away, so that its sender gets to read the answer. */
const LINGER_MS = 3000

/** Cuts the connection of an upload that stalls or drags on, until `end` is called. */
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

/** Reads on for a moment and throws it away: a socket closed on unread bytes takes the answer with it. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(cut))
  request.once('end', () => clearTimeout(cut))
}
