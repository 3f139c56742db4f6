import type { Web } from '#server/http/pages/web.ts'

/** Stands in for the built web application: this function renders every page. */
export function fakeWeb(fetch: Web['handler']['fetch']): Web {
  return { handler: { fetch }, clientDir: null, useMiddleware: () => {}, close: async () => {} }
}
