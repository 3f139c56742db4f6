import type { Locator } from 'vitest/browser'

/** Fills fields without any event, as some password managers and scripts do. */
export function fillSilently(fields: readonly (readonly [Locator, string | boolean])[]): void {
  for (const [field, value] of fields) {
    const control = field.element() as HTMLInputElement
    if (typeof value === 'boolean') control.checked = value
    else control.value = value
  }
}
