/** Scrolls a list to its `data-active` row, unless the row would move away from the pointer or the focus. */
export function scrollToActive(list: HTMLElement | null): void {
  const row = list?.querySelector('[data-active]')
  if (row && !row.matches(':hover, :focus-within')) row.scrollIntoView({ block: 'nearest', inline: 'center' })
}
