import { onTestFinished } from 'vitest'

/** Sets text of twice the size, as in the browser's settings, until the test ends or the returned function is called. */
export function doubleText(): () => void {
  const { style } = document.documentElement
  style.fontSize = '200%'
  const reset = () => {
    style.removeProperty('font-size')
  }
  onTestFinished(reset)
  return reset
}
