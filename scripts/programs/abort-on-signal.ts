/** Ctrl-C arrives from the terminal and again from npm: signals this close together are one. */
const SAME_SIGNAL_MS = 1000

/**
 * An AbortSignal that Ctrl-C or a kill aborts, so that a command can end in order; a second one after a while ends it at once.
 */
export function abortOnSignal(): AbortSignal {
  const stopping = new AbortController()
  let since: number | undefined
  const stop = () => {
    if (since !== undefined && performance.now() - since > SAME_SIGNAL_MS) process.exit(130)
    since ??= performance.now()
    stopping.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
  return stopping.signal
}
