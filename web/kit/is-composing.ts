import type { KeyboardEvent } from 'react'

/** The code of a key that an input method has handled. */
const HANDLED = 229

/**
 * Whether a key press belongs to a syllable that is still being composed. Safari ends the composition before it sends the
 * key, with code 229.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === HANDLED
}
