import { useEffect, useEffectEvent } from 'react'

/** The first and the longest pause between two tries, in milliseconds; each is twice as long as the one before. */
const FIRST_PAUSE_MS = 3000
const LONGEST_PAUSE_MS = 60_000

/** Maximum of automatic tries, in about a quarter of an hour. */
const MAX_TRIES = 20

/** After this time without a try, in milliseconds, a failure counts as a new one and the pauses restart. */
const SAME_CAUSE_MS = 2 * LONGEST_PAUSE_MS

/**
 * Retries requests that failed because the site was away: after growing pauses, and at once when the device is online again
 * or the page is shown again. Call it once per tab: a screen that fails again is mounted anew, and would begin with the first
 * pause.
 * @returns a function that calls `again` until the function that it returns is called
 */
export function createRetry(): (again: () => Promise<unknown>) => () => void {
  let tries = 0
  let lastTry = Number.NEGATIVE_INFINITY
  return (again) => {
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTrying = false
    const isAsleep = () => document.hidden || !navigator.onLine
    const attempt = async () => {
      clearTimeout(timer)
      isTrying = true
      tries++
      await again().catch(() => {})
      lastTry = performance.now()
      isTrying = false
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      if (performance.now() - lastTry > SAME_CAUSE_MS) tries = 0
      if (signal.aborted || isTrying || isAsleep() || tries >= MAX_TRIES) return
      // Random, so that all pages that wait do not ask at once when the site is back.
      timer = setTimeout(attempt, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random()))
    }
    const onChange = () => {
      tries = 0
      if (isAsleep()) clearTimeout(timer)
      else if (!isTrying) void attempt()
    }
    window.addEventListener('online', onChange, { signal })
    window.addEventListener('offline', onChange, { signal })
    document.addEventListener('visibilitychange', onChange, { signal })
    plan()
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }
}

const tryAgain = createRetry()

/** Calls `again` by itself (`createRetry`) while there is one. */
export function useRetry(again: (() => Promise<unknown>) | undefined): void {
  const attempt = useEffectEvent(async () => again?.())
  const isOn = again !== undefined
  useEffect(() => (isOn ? tryAgain(attempt) : undefined), [isOn])
}
