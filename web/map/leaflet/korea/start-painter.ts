import address from 'virtual:korea-map'
import { pageFonts } from '../../../kit/fonts.ts'
import { loadedFonts } from './canvas.ts'
import type { KoreaMessage } from './korea-worker.ts'
import type { Painting, PaintRequest } from './painter.ts'

export type RunningPainter = { show: (request: PaintRequest) => void; remove: () => void }

/** Paints the map in a worker, or on the page if there can be no worker; `onPainting` is called with every painting. */
export function startPainter(onPainting: (painting: Painting) => void): RunningPainter {
  let last: PaintRequest | null = null
  let running: RunningPainter
  const goOnHere = () => {
    running = paintOnPage(onPainting)
    if (last) running.show(last)
  }
  if (typeof OffscreenCanvas === 'undefined') goOnHere()
  else running = paintInWorker(onPainting, goOnHere)
  return {
    show: (request) => {
      last = request
      running.show(request)
    },
    remove: () => running.remove(),
  }
}

/** `onFailure` is called when the worker's code could not be loaded: offline, or the site was updated. */
function paintInWorker(onPainting: (painting: Painting) => void, onFailure: () => void): RunningPainter {
  const worker = new Worker(new URL('./korea-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: KoreaMessage) => worker.postMessage(message)
  worker.addEventListener('message', ({ data }: MessageEvent<Painting>) => onPainting(data))
  worker.addEventListener('error', onFailure, { once: true })
  send({ address })
  send({ fonts: pageFonts() })
  return { show: (request) => send({ request }), remove: () => worker.terminate() }
}

function paintOnPage(onPainting: (painting: Painting) => void): RunningPainter {
  // Without its picture the map still shows its markers.
  const painter = import('./painter.ts').then(
    ({ KoreaPainter }) => new KoreaPainter(address, onPainting),
    () => null,
  )
  const writeAnew = () => void painter.then((loaded) => loaded?.writeAnew())
  loadedFonts()?.addEventListener('loadingdone', writeAnew)
  return {
    show: (request) => void painter.then((loaded) => loaded?.show(request)).catch(() => {}),
    remove: () => loadedFonts()?.removeEventListener('loadingdone', writeAnew),
  }
}
