import type { PageFont } from '../../../kit/fonts.ts'

/** A drawing context, in a worker or on the page. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A canvas that is not on the page, also in a worker. @throws where the browser has none */
export function createCanvas(width: number, height: number, settings?: CanvasRenderingContext2DSettings) {
  const canvas = createElement(width, height)
  const context = canvas.getContext('2d', settings) as Context | null
  if (!context) throw new Error('There is no canvas to draw on.')
  return { canvas, context }
}

function createElement(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

/** Makes the page's fonts available in a worker. The browser loads a font when one of its letters is drawn. */
export function addFonts(fonts: readonly PageFont[]): void {
  for (const { family, source, weight } of fonts) loadedFonts()?.add(new FontFace(family, source, { weight }))
}

/** The fonts of the page, or of the worker that this runs in. */
export function loadedFonts(): FontFaceSet | undefined {
  return typeof document === 'undefined' ? (globalThis as { fonts?: FontFaceSet }).fonts : document.fonts
}
