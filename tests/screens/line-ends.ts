/** Texts of the screen in which a line ends with a middle dot. */
export function dotsAtLineEnds(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { textContent: text = '', parentElement } = node
    if (!text?.includes(' ·') || !parentElement?.checkVisibility()) continue
    for (const { index } of text.matchAll(/ ·\s?(?=\S)/g)) {
      const [dot, next] = [topOf(node, index + 1), topOf(node, index + (text[index + 2]?.trim() ? 2 : 3))]
      if (dot !== next) found.push(text)
    }
  }
  return found
}

function topOf(text: Node, index: number): number | undefined {
  const range = document.createRange()
  range.setStart(text, index)
  range.setEnd(text, index + 1)
  return range.getClientRects()[0]?.top
}
