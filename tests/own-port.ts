import { createServer } from 'node:net'
import { findFreePort, tryPort } from '#server/platform/ports.ts'

/** Ports below those that Linux gives to connections and to listeners at port 0. */
const [FIRST, COUNT] = [20_000, 10_000]
/** An address of this machine where nothing else listens. */
const RESERVATIONS = '127.77.77.77'

/**
 * A free port of 127.0.0.1 that no other test gets until this process ends, in whatever process it runs. Otherwise two tests
 * might find the same free port before either of them listens there.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    try {
      await reserve(port)
      return await tryPort('127.0.0.1', port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Other systems have only one address of the machine itself.
      if (code === 'EADDRNOTAVAIL') return findFreePort()
      if (code !== 'EADDRINUSE') throw error
    }
  }
}

/** Listens at the port of another address, as long as this process runs. */
function reserve(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, RESERVATIONS, resolve).unref()
  })
}
