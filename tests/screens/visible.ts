/** Visible text of the elements that a selector finds. */
export function visibleTexts(selector: string): string[] {
  return (
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // biome-ignore lint/performance/useDomNodeTextContent: that has what is hidden too
      .map(({ innerText }) => innerText.trim())
  )
}
