import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from './start-error.ts'

/** @throws the system's error if the machine does not have that address */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return tryPort(host, 0)
}

/**
 * Listens on a port for a moment to test it, and returns its number; 0 takes any free port.
 * @throws the system's error, such as EADDRINUSE
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

/**
 * Explains why a port cannot be listened on.
 * @param setting name of the variable with the port
 * @throws {StartError} with host and port if the port cannot be used
 */
export async function explainListenError(
  { host, port, setting = 'PORT' }: Readonly<{ host: string; port: number; setting?: string }>,
  listening: Promise<unknown>,
): Promise<void> {
  try {
    await listening
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken: stop what uses it, or set another ${setting}.`
        : `HOST ${host} and ${setting} ${port} cannot be listened on: ${message}.`,
    )
  }
}

/**
 * Connections that may wait to be accepted; the system may allow fewer. When one network fills the backlog, the system
 * drops connections of others, which retry after 1, 3, 7 and 15 seconds.
 */
const BACKLOG = 4096

/** @throws {StartError} with host and port if the port cannot be used */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<void> {
  await explainListenError({ host, port }, app.listen({ host, port, backlog: BACKLOG }))
}
