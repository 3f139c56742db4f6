import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds a listener for changed posts or likes, here or on another instance. */
    onFeedChanged: (listener: () => void) => void
    /** Calls every listener. */
    feedChanged: () => void
  }
}

/** Notifies the caches of lists and posts of changes. Register it before any route. */
export function registerFeedChanges(app: FastifyInstance): void {
  const listeners = new Set<() => void>()
  app.decorate('onFeedChanged', (listener) => void listeners.add(listener))
  app.decorate('feedChanged', () => {
    for (const listener of listeners) listener()
  })
}
