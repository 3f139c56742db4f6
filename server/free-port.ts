import { createServer } from 'node:net'

/** A free port at this address of the machine. @throws the system's error if there is no such address */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return tryPort(host, 0)
}

/**
 * Listens for a moment, on any free port for 0, and returns which one it was.
 * @throws the system's error: EADDRINUSE when somebody else listens there
 */
export function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const found = typeof address === 'object' ? address?.port : undefined
      server.close(() => (found === undefined ? reject(new Error('no port')) : resolve(found)))
    })
  })
}
