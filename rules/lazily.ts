/**
 * A value that is made when it is first needed. A formatter of dates takes a phone some 50 ms to make, which would prolong
 * the start of every page.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
