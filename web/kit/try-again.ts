import { useEffect, useRef } from 'react'

/** The first and the longest pause between two tries, in milliseconds; each is twice as long as the one before. */
const FIRST_PAUSE = 3000
const LONGEST_PAUSE = 60_000

/** After so many tries, in about a quarter of an hour, only the person tries again. */
const MOST_TRIES = 20

/** A failure so long after the last try, in milliseconds, has another cause: the pauses begin anew. */
const SAME_CAUSE = 2 * LONGEST_PAUSE

/**
 * What failed because the site was away is tried again: after growing pauses, and at once when the device is online
 * again or the person returns to the page. Nothing is tried while the page is hidden or the device is offline.
 *
 * One of these per tab, because a screen that fails again is a new one, which must not begin with short pauses.
 */
export class TryAgain {
  #tries = 0
  #lastTry = Number.NEGATIVE_INFINITY

  /**
   * Calls `again` until stopped.
   * @param again resolves when it has worked or failed
   * @returns a function that stops it
   */
  start(again: () => Promise<unknown>): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTrying = false
    let isStopped = false
    const attempt = async () => {
      clearTimeout(timer)
      isTrying = true
      this.#tries++
      await again().catch(() => {})
      this.#lastTry = performance.now()
      isTrying = false
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      if (isStopped || isTrying || document.hidden || !navigator.onLine) return
      const pause = this.#nextPause()
      if (pause !== null) timer = setTimeout(attempt, pause)
    }
    const onReturn = () => {
      if (document.hidden || !navigator.onLine) return clearTimeout(timer)
      this.#tries = 0
      if (!isTrying) void attempt()
    }
    const added = new AbortController()
    const { signal } = added
    window.addEventListener('online', onReturn, { signal })
    window.addEventListener('offline', onReturn, { signal })
    document.addEventListener('visibilitychange', onReturn, { signal })
    plan()
    return () => {
      isStopped = true
      clearTimeout(timer)
      added.abort()
    }
  }

  /** The pause before the next try in milliseconds; null if there have been enough. */
  #nextPause(): number | null {
    if (performance.now() - this.#lastTry > SAME_CAUSE) this.#tries = 0
    if (this.#tries >= MOST_TRIES) return null
    // Random, so that all pages that wait do not ask at once when the site is back.
    return Math.min(FIRST_PAUSE * 2 ** this.#tries, LONGEST_PAUSE) * (0.5 + Math.random())
  }
}

const ofTab = new TryAgain()

/** Tries again by itself (`TryAgain`) while there is an `again`. */
export function useTryAgain(again: (() => Promise<unknown>) | undefined): void {
  const latest = useRef(again)
  latest.current = again
  const isOn = again !== undefined
  useEffect(() => (isOn ? ofTab.start(async () => latest.current?.()) : undefined), [isOn])
}
