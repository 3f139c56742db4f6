/** Makes a value, or a promise of one, when it is first needed, and only once. A formatter of dates takes a phone 50 ms. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
