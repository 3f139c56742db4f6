import process from 'node:process'

const EVERY_MS = 1000

/**
 * Shows the progress of some work and its duration on the last line of a terminal. Without a terminal it shows nothing.
 *
 * @param {() => string} textOf returns the progress as text
 * @returns a function that ends this and clears the line
 */
export function showProgress(textOf) {
  if (!process.stderr.isTTY) return () => {}
  const since = Date.now()
  const clear = () => process.stderr.write('\r\u001b[K')
  const timer = setInterval(() => {
    clear()
    process.stderr.write(`${textOf()}, ${Math.round((Date.now() - since) / 1000)} s`)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    clear()
  }
}
