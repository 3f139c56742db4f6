/** Scrolls a list to its `data-active` row, unless that is under the pointer or has the keyboard: then it would run away. */
export function revealActive(list: HTMLElement | null): void {
  const row = list?.querySelector('[data-active]')
  if (row && !row.matches(':hover, :focus-within')) row.scrollIntoView({ block: 'nearest' })
}
