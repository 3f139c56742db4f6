/** As many as the demo's connections to the database. */
export const AT_ONCE = 4

/** Runs a few at a time, and keeps the order of the results. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
