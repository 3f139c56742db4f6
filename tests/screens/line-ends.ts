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

/** Texts of an element in which a line begins with a middle dot that is seen. */
export function dotsAtLineStarts(element: Element): string[] {
  const facts = [...element.querySelectorAll('.fact-list')].flatMap((line) => [...line.children].slice(1))
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found = facts.filter(showsDotAtLineStart).map(({ textContent }) => textContent)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { textContent: text = '' } = node
    for (const { index } of text?.matchAll(/(?<=\S ?)·/g) ?? []) {
      const before = text?.[index - 1] === ' ' ? index - 2 : index - 1
      if ((topOf(node, before) ?? 0) < (topOf(node, index) ?? 0)) found.push(text ?? '')
    }
  }
  return found
}

/** A fact stands after its dot; the one that begins a line reaches into the strip that is cut off from its line. */
function showsDotAtLineStart(fact: Element): boolean {
  const before = fact.previousElementSibling
  const line = fact.parentElement
  if (!before || !line || before.getBoundingClientRect().bottom > fact.getBoundingClientRect().top) return false
  const [, cutOff = '0'] = / ([\d.]+)px\)$/.exec(getComputedStyle(line).clipPath) ?? []
  const text = fact.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(fact).paddingLeft)
  return text > line.getBoundingClientRect().left + Number(cutOff) + 0.5
}

function topOf(text: Node, index: number): number | undefined {
  const range = document.createRange()
  range.setStart(text, index)
  range.setEnd(text, index + 1)
  return range.getClientRects()[0]?.top
}
