/** An answer that waits until `release` is called. */
export function holdAnswer<Args, Value>(answer: (args: Args) => Value) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release: resolve, answer: (args: Args) => promise.then(() => answer(args)) }
}
