/**
 * Scrolls a list to its `data-active` row, unless the row is hovered or focused: it would move away from the person.
 */
export function scrollToActive(list: HTMLElement | null): void {
  const row = list?.querySelector('[data-active]')
  if (row && !row.matches(':hover, :focus-within')) row.scrollIntoView({ block: 'nearest' })
}
