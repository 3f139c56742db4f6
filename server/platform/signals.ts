import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

const GIVE_UP_MS = 3000

/** Ctrl-C arrives from the terminal and again from npm: signals this close together are one. */
const SAME_SIGNAL_MS = 1000

const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY

/** A started site; `replaceAll` replaces its workers, null without workers. */
export type RunningSite = {
  replaceAll: (() => void) | null
}

type Site = {
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
  starting: Promise<RunningSite>
  stopping: AbortController
}

/**
 * SIGINT and SIGTERM stop the site, SIGUSR2 replaces the workers. SIGHUP does so too without a terminal, and otherwise
 * stops the site.
 */
export function handleSignals(site: Site): void {
  const stop = stopper(site)
  const replace = replacer(site)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  // A closing terminal sends SIGHUP; without a terminal it was sent on purpose.
  process.on('SIGHUP', (signal) => (hasTerminal ? stop(signal) : replace(signal)))
  process.on('SIGUSR2', replace)
}

/** Returns the function that stops the site; a second call after a while ends the process at once. */
function stopper({ log, cleanup, starting, stopping }: Site): (signal: NodeJS.Signals) => Promise<void> {
  let since: number | undefined
  return async (signal) => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(130)
      return
    }
    since = performance.now()
    log.info(`Stopping: received ${signal}.`)
    stopping.abort()
    // A part that is just starting cannot be stopped yet; exiting now would leave it running.
    const isStarted = starting.then(
      () => true,
      () => true,
    )
    const close = () => cleanup.disposeAsync().catch((error: unknown) => log.error({ err: error }, 'stopping'))
    if (await Promise.race([isStarted, wait(GIVE_UP_MS, false)])) await close()
    // A step that waits, such as for another instance's lock, keeps its connection open.
    else await Promise.race([close(), wait(GIVE_UP_MS)])
    log.info('Stopped.')
    process.exit(0)
  }
}

function replacer({ log, starting }: Site): (signal: NodeJS.Signals) => void {
  return (signal) => {
    starting.then(
      ({ replaceAll }) => {
        if (replaceAll) replaceAll()
        else log.warn(`Received ${signal}, but a single process cannot be replaced: set WEB_CONCURRENCY to 2 or more.`)
      },
      () => {},
    )
  }
}
