/** A font of the page, as a worker can load it. */
export type PageFont = { family: string; source: string; weight: string; unicodeRange: string }

/** The fonts in the page's style sheet of fonts (kit/theme.ts); none before it has loaded. */
function readPageFonts(): PageFont[] {
  const rules = fontSheet()?.sheet?.cssRules ?? []
  return [...rules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const read = (property: string) => rule.style.getPropertyValue(property)
    return {
      family: read('font-family').replaceAll(/["']/g, ''),
      source: read('src'),
      weight: read('font-weight'),
      unicodeRange: read('unicode-range'),
    }
  })
}

/** Calls `listener` with the page's fonts, now or when their style sheet has loaded. */
export function whenPageFonts(listener: (fonts: PageFont[]) => void): void {
  const fonts = readPageFonts()
  if (fonts.length > 0) listener(fonts)
  else fontSheet()?.addEventListener('load', () => listener(readPageFonts()), { once: true })
}

function fontSheet(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>('link#fonts')
}

/** Makes the page's fonts available in a worker. The browser loads a font when one of its letters is drawn. */
export function addFonts(fonts: readonly PageFont[]): void {
  for (const { family, source, ...descriptors } of fonts) loadedFonts()?.add(new FontFace(family, source, descriptors))
}

/** The fonts of the page, or of the worker that this runs in. */
export function loadedFonts(): FontFaceSet | undefined {
  return typeof document === 'undefined' ? (globalThis as { fonts?: FontFaceSet }).fonts : document.fonts
}
