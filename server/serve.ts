import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Services } from './context.ts'
import { FEED_CHANNEL, listenForChanges } from './db/listen.ts'
import { loadWeb } from './http/web.ts'
import { DELETED_IMAGE_CHANNEL } from './images/delete-images.ts'
import type { Opened } from './open-services.ts'

type Parts = { services: Services; databaseUrl: string; log: FastifyBaseLogger }

/** Builds the HTTP side of this process, and listens for changes that clear its caches. No port is open yet. */
export async function openSite({ services, databaseUrl, log }: Parts, opened: Opened): Promise<FastifyInstance> {
  const web = await loadWeb(services.config)
  opened.add('web', web.close)
  const app = await buildApp({ services, web })
  const listeners = { [FEED_CHANNEL]: () => app.feedChanged(), [DELETED_IMAGE_CHANNEL]: services.images.forget }
  opened.add('listening for changes', await listenForChanges(databaseUrl, listeners, log))
  return app
}
