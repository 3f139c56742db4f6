/** Buttons pressed, forms submitted and fields searched before hydration, each once, in order, and the text typed into these forms. */
export type EarlyPresses = Map<HTMLElement, Event> & {
  typed: Map<Field, Typed>
  /** Whether the page is about to be replaced by that of another history entry. Then it must not be hydrated. */
  isLeaving?: boolean
  stop: () => void
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

type Typed = { value: string; checked: boolean | undefined; isComposing: boolean | undefined }

declare global {
  interface Document {
    earlyPresses?: EarlyPresses | null
  }
}

/** Aborted once the screen is hydrated; React hydrates it after the frame around it. */
const screen = new AbortController()

/** Repeats earlier typing and presses; call it once the frame of the page is hydrated. */
export function replayEarlyPresses(): void {
  const presses = document.earlyPresses
  if (!presses) return
  presses.stop()
  keepTyped()
  for (const element of presses.keys()) delete element.dataset.pressed
  // Without the event that is being dispatched now: React hydrates for it at once and handles it itself.
  const missed = [...presses].filter(([, event]) => event.eventPhase === Event.NONE)
  const typed = [...presses.typed]
  // Cleared, because React's strict mode runs effects twice in development.
  presses.clear()
  presses.typed.clear()
  // In a task of its own: while React works it could not hydrate the pressed element.
  setTimeout(() => {
    for (const [field, before] of typed) {
      hydrate(field)
      restoreTyped(field, before)
    }
    for (const [element] of missed) {
      hydrate(element)
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else if (element instanceof HTMLInputElement)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      else element.click()
    }
  })
}

/** Stops keeping early typing; call it once the screen is hydrated too. */
export function endEarlyPresses(): void {
  screen.abort()
  document.earlyPresses = null
}

/** Keeps text that comes without a key, as from a password manager, while React hydrates the screen with default values. */
function keepTyped(): void {
  const kept = new Set<Field>()
  const keep = ({ target, isComposing }: Event & { isComposing?: boolean }) => {
    const field = target as Field
    if (field.form?.getAttribute('method') !== 'post' || kept.has(field)) return
    kept.add(field)
    const { value, checked } = field as HTMLInputElement
    hydrate(field)
    restoreTyped(field, { value, checked, isComposing })
  }
  addEventListener('input', keep, { capture: true, signal: screen.signal })
}

/** Makes React hydrate an element. A click does so at once; a submitted form or an input needs an event like this one. */
function hydrate(element: HTMLElement): void {
  element.dispatchEvent(new Event('pointerup', { bubbles: true }))
}

/** Restores typed text that the form does not know, or has replaced by its default value. */
function restoreTyped(field: Field, { value, checked, isComposing }: Typed): void {
  if (field.type === 'checkbox') {
    if ((field as HTMLInputElement).checked !== checked) field.click()
    return
  }
  // A syllable that is being composed fires its own event when it is complete.
  if (isComposing && field.value === value) return
  // The value of a file input cannot be set.
  if (field.type !== 'file') {
    // React ignores a value equal to the one it wrote last.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}
