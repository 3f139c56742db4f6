import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between the site and its database, like a network that can fail. */
export type DatabaseProxy = {
  /** URL of the database through it. */
  connectionString: string
  /** Drops every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again, to another database if one is given. */
  restore(socketUrl?: string): Promise<void>
  /** Keeps and accepts connections, but forwards nothing until it is thawed. */
  freeze(): void
  thaw(): void
  /** The next transaction that sends `mark` is committed, but its connection ends without a reply. */
  loseReplyToCommit(mark: string): void
  close(): Promise<void>
}

/** Listens on a port of this machine and forwards to a database's socket in a folder. */
export async function startProxy(socketUrl: string): Promise<DatabaseProxy> {
  const target = new URL(socketUrl)
  let socketFile = socketOf(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  let [isFrozen, mark]: [boolean, string | null] = [false, null]
  const forward = (client: Socket) => {
    const server = connect(socketFile)
    let isMarked = false
    client.on('data', (chunk: Buffer) => {
      if (mark !== null && chunk.includes(mark)) isMarked = true
      if (!isMarked || !chunk.includes('commit')) return
      mark = null
      server.unpipe(client)
      server.once('data', () => client.destroy()).resume()
    })
    keep(client, server)
    keep(server, client)
    client.pipe(server).pipe(client)
    if (isFrozen) for (const socket of [client, server]) socket.pause()
  }
  let server = await listen(0, forward)
  const { port } = server.address() as { port: number }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const user = target.searchParams.get('user')
  return {
    connectionString: `postgres://${user}@127.0.0.1:${port}${target.pathname}?sslmode=disable`,
    cut,
    restore: async (other) => {
      if (other !== undefined) socketFile = socketOf(new URL(other))
      server = await listen(port, forward)
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    loseReplyToCommit: (text) => {
      mark = text
    },
    close: cut,
  }
}

function socketOf({ searchParams }: URL): string {
  return `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`
}

async function listen(port: number, onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
