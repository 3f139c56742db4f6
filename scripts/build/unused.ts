/** What stands in for code of libraries that pages would load and never use (vite.config.ts). */

/** For the query client's mutations. */
export class MutationCache {
  clear() {}
  findAll() {
    return []
  }
  resumePausedMutations() {
    return Promise.resolve()
  }
}

/** For the router's own ways to read and write search parameters; router.tsx has ours. */
export const defaultParseSearch = undefined
export const defaultStringifySearch = undefined
export const parseSearchWith = undefined
export const stringifySearchWith = undefined
