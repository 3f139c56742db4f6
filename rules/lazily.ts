/**
 * A value, or a promise of one, that is made once, when it is first needed. A formatter of dates takes a phone some 50 ms
 * to make, which would prolong the start of every page; the length of a list costs a query.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
