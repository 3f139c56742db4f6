import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { acceptWaiting } from '../http/draining.ts'

/** Most connections that wait for a process with room; further ones are closed. */
const MOST_WAITING = 1000

/**
 * Accepts connections at the site's port and hands each to the process that `choose` returns. Without one they wait.
 */
export class Port {
  readonly #choose: () => { give(socket: Socket): void } | undefined
  #servers: Server[] = []
  #waiting: Socket[] = []

  constructor(choose: () => { give(socket: Socket): void } | undefined) {
    this.#choose = choose
  }

  /**
   * Listens. Like Fastify, on every address of `localhost`.
   * @throws the system's error, such as EADDRINUSE if the port is taken
   */
  async open(host: string, port: number): Promise<void> {
    const addresses = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
    const [address = host, ...others] = addresses
    await this.#listen(address, port)
    // Many machines have only one of the two addresses.
    for (const other of others) await this.#listen(other, port).catch(() => {})
  }

  /** Number of connections that wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Hands out waiting connections, as far as there is room. */
  handOut(): void {
    for (;;) {
      const process = this.#waiting.length > 0 ? this.#choose() : undefined
      const socket = process && this.#waiting.shift()
      if (!socket) return
      if (!socket.destroyed) process?.give(socket)
    }
  }

  /** Hands connections from which nobody has read to another process. */
  giveAgain(sockets: Socket[]): void {
    this.#waiting.unshift(...sockets)
    this.handOut()
  }

  /** Accepts the connections that the system has already made, and closes the port. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(acceptWaiting))
    for (const server of this.#servers) server.close()
    this.#servers = []
  }

  /** Closes the connections that still wait. */
  dropWaiting(): void {
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }

  async #listen(host: string, port: number): Promise<void> {
    const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true })
    server.on('connection', (socket) => {
      socket.on('error', () => {})
      if (this.#waiting.length >= MOST_WAITING) socket.destroy()
      else this.#waiting.push(socket)
      this.handOut()
    })
    server.listen({ host, port })
    await once(server, 'listening')
    this.#servers.push(server)
  }
}
