import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Running } from '../signals.ts'
import { startDatabase } from '../start-database.ts'
import { Workers } from './workers.ts'

type Options = Readonly<{ config: Config; log: FastifyBaseLogger; cleanup: AsyncDisposableStack; signal: AbortSignal }>

/** Workers do all the rest, so replacing them loads new code. @throws {StartError} when the start fails */
export async function startPrimary({ config, log, cleanup, signal }: Options): Promise<Running> {
  const database = startDatabase(config, log, cleanup)
  const { processes: count, heapMb, port } = config
  const workers = new Workers({ count, heapMb, env: { PORT: String(port) }, log, database })
  // Already now: the first worker loads its code while PostgreSQL starts.
  const starting = workers.start()
  starting.catch(() => {})
  await database
  signal.throwIfAborted()
  cleanup.defer(() => workers.stop())
  await starting
  return { replaceAll: () => workers.replaceAll() }
}
