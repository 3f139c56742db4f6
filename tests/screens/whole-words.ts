/** Words, without URLs and the like, which may be broken. */
const WORD = /(?<!\S)[\p{L}\p{N}‘’“”\u2060.,]{2,}(?!\S)/gu

/** Words of the screen that are broken although they are shorter than half of a line. */
export function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    if (getComputedStyle(node.parentElement).clipPath === 'inset(50%)') continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(WORD)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      const width = lines.reduce((sum, line) => sum + line.width, 0)
      const isBroken = lines.some(({ top, height }) => top > (lines[0]?.top ?? 0) + height / 2)
      if (isBroken && width < innerWidth / 2) found.push(`${word} in .${node.parentElement.className}`)
    }
  }
  return found
}
