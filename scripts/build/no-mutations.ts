/** Stands in for the query client's mutations (vite.config.ts), which pages would load and never use. */
export class MutationCache {
  clear() {}
  findAll() {
    return []
  }
  resumePausedMutations() {
    return Promise.resolve()
  }
}
