import type { KeyboardEvent } from 'react'

/** The code of a key that an input method has handled. */
const HANDLED = 229

/** Whether a key belongs to the syllable in the making. Safari ends it before it sends the key, as 229. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === HANDLED
}
