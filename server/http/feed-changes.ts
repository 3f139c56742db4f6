import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Has `listener` called whenever posts or likes changed, here or on another instance. */
    onFeedChanged: (listener: () => void) => void
    /** Calls every listener. */
    feedChanged: () => void
  }
}

/** Lets whatever keeps lists and posts hear that they changed. Register it before any route. */
export function registerFeedChanges(app: FastifyInstance): void {
  const listeners = new Set<() => void>()
  app.decorate('onFeedChanged', (listener) => void listeners.add(listener))
  app.decorate('feedChanged', () => {
    for (const listener of listeners) listener()
  })
}
