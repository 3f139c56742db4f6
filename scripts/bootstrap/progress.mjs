import process from 'node:process'

const EVERY_MS = 1000

/**
 * Shows on a terminal's last line how far some work is, and for how long it has run; elsewhere, such as in a log,
 * nothing.
 *
 * @param {() => string} sayHowFar how far it is
 * @returns a function that ends this and clears the line
 */
export function showProgress(sayHowFar) {
  if (!process.stderr.isTTY) return () => {}
  const since = Date.now()
  const clear = () => process.stderr.write('\r\u001b[K')
  const timer = setInterval(() => {
    clear()
    process.stderr.write(`${sayHowFar()}, ${Math.round((Date.now() - since) / 1000)} s`)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    clear()
  }
}
