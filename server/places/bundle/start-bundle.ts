import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

/**
 * On a worker thread, because parsing takes seconds. `onDone` comes before the roads. Returns a function to stop it.
 */
export function startBundle(
  databaseUrl: string,
  isWanted: boolean,
  log: FastifyBaseLogger,
  onDone: () => Promise<void>,
): () => Promise<void> {
  const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { workerData: { databaseUrl, isWanted } })
  const since = performance.now()
  worker.on('message', (loaded: number) => {
    const seconds = Math.round((performance.now() - since) / 1000)
    if (loaded > 0) log.info({ files: loaded, seconds }, 'loaded the bundled places of Korea')
    onDone().catch((error: unknown) => log.error({ err: error }, 'the areas of posts could not be queued'))
  })
  worker.on('error', (error) => log.error({ err: error }, 'the bundled places of Korea could not be loaded'))
  return async () => void (await worker.terminate())
}
