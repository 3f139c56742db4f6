import type { PageFont } from '../../../kit/fonts.ts'
import { addFonts, loadedFonts } from './canvas.ts'
import { KoreaPainter, type PaintRequest } from './painter.ts'

// Fetches, decodes and paints the map off the main thread, so that the page stays responsive.

/** The first message has the address of the map's files. */
export type KoreaMessage = { address: string } | { fonts: readonly PageFont[] } | { request: PaintRequest }

let painter: KoreaPainter | undefined

addEventListener('message', ({ data }: MessageEvent<KoreaMessage>) => {
  if ('address' in data)
    painter = new KoreaPainter(data.address, (painting) =>
      postMessage(painting, { transfer: painting.painted ? [painting.painted.picture] : [] }),
    )
  else if ('fonts' in data) addFonts(data.fonts)
  else painter?.show(data.request)
})

loadedFonts()?.addEventListener('loadingdone', () => painter?.writeAnew())
