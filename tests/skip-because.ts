import type { TestContext } from 'vitest'

/** Skips a test that this machine cannot run. The end of `npm run test:long` tells why (`scripts/test/reports.ts`). */
export function skipBecause({ task, skip }: Pick<TestContext, 'task' | 'skip'>, reason: string): never {
  Object.assign(task.meta, { skippedBecause: reason })
  return skip(reason)
}
