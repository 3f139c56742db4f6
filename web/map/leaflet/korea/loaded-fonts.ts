import type { PageFont } from '../../../kit/fonts.ts'

/** Makes the page's fonts available in a worker. The browser loads a font when one of its letters is drawn. */
export function addFonts(fonts: readonly PageFont[]): void {
  for (const { family, source, weight } of fonts) loadedFonts()?.add(new FontFace(family, source, { weight }))
}

/** The fonts of the page, or of the worker that this runs in. */
export function loadedFonts(): FontFaceSet | undefined {
  return typeof document === 'undefined' ? (globalThis as { fonts?: FontFaceSet }).fonts : document.fonts
}
