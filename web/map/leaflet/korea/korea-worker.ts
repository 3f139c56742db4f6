import type { PageFont } from '../../../kit/fonts.ts'
import { addFonts, loadedFonts } from './canvas.ts'
import { KoreaPainter, type PaintRequest } from './painter.ts'

// Fetches, decodes and paints the map off the main thread, so that the page stays responsive.

/** The first message has the URL of the map's files. */
export type KoreaMessage = { url: string } | { fonts: readonly PageFont[] } | { request: PaintRequest }

let painter: KoreaPainter | undefined

addEventListener('message', ({ data }: MessageEvent<KoreaMessage>) => {
  if ('url' in data)
    painter = new KoreaPainter(data.url, (painting) =>
      postMessage(painting, { transfer: painting.painted ? [painting.painted.picture] : [] }),
    )
  else if ('fonts' in data) addFonts(data.fonts)
  else painter?.show(data.request)
})

loadedFonts()?.addEventListener('loadingdone', () => painter?.writeAnew())
