import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { readWritten, setWritten } from './cookies.ts'

/** By then a replica has a write, or is left out. */
const CAUGHT_UP_MS = 10_000

type Parts = Pick<Services, 'config' | 'secrets' | 'replicas' | 'log'>

/**
 * A browser remembers where the log of the primary was after its last write. Until all replicas, and what was cached of
 * them, are past it, its member reads from the primary.
 */
export async function rememberWrite({ config, secrets, replicas, log }: Parts, reply: FastifyReply): Promise<void> {
  // The write is done, so its response does not depend on this.
  const position = await replicas.position().catch((error: unknown) => {
    log.debug({ err: error }, 'the position of a write is not known')
    return `until ${Date.now() + CAUGHT_UP_MS}`
  })
  if (position !== null) setWritten(reply, config, secrets.sign(position, 'position of a write'))
}

/** Signed, because reading past the caches costs more than a browser may demand. */
export function hasUnseenWrite({ config, secrets, replicas }: Parts, request: FastifyRequest): boolean {
  const signed = readWritten(request, config)
  const position = signed && secrets.verify(signed, 'position of a write')
  const [, until] = /^until (\d+)$/.exec(position ?? '') ?? []
  if (until !== undefined) return Date.now() < Number(until)
  return position !== null && !replicas.have(position)
}
