/** Items that are worked on in parallel. */
const TOGETHER = 10

/**
 * Milliseconds after which no more items are claimed, so that a job that runs every minute ends before the next one
 * begins.
 */
const RUN_MS = 40_000

/** Works on the items that are due, which `claim` returns in rounds, until none is left or the time is over. */
export async function workThrough<Item>(
  claim: () => Promise<readonly Item[]>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const end = Date.now() + RUN_MS
  for (let due = await claim(); due.length > 0; due = Date.now() < end ? await claim() : []) {
    for (let at = 0; at < due.length; at += TOGETHER) await Promise.all(due.slice(at, at + TOGETHER).map(work))
  }
}
