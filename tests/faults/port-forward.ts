import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards connections from one port of an address to another one, until it is cut. */
export class PortForward {
  readonly #address: string
  readonly #port: number
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(address: string, port: number, target: number) {
    this.#address = address
    this.#port = port
    this.#target = target
  }

  async restore(): Promise<void> {
    if (this.#server) return
    this.#server = createServer((client) => {
      const server = connect(this.#target, this.#address)
      for (const [one, other] of [[client, server] as const, [server, client] as const]) {
        this.#sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    }).listen(this.#port, this.#address)
    await once(this.#server, 'listening')
  }

  async cut(): Promise<void> {
    if (!this.#server) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
