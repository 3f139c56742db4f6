import { createServer } from 'node:net'

/** A port that nobody listens on at this address of the machine. @throws the system's error when there is no such address */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      server.close(() => (port === undefined ? reject(new Error('no port')) : resolve(port)))
    })
  })
}
