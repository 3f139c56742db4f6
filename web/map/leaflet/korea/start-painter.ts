import type { PageFont } from '../../../kit/fonts.ts'
import { loadedFonts } from './canvas.ts'
import type { KoreaMessage } from './korea-worker.ts'
import type { Painting, PaintRequest } from './painter.ts'

export type RunningPainter = { show: (request: PaintRequest) => void; remove: () => void }

type OnPainting = (painting: Painting) => void

/** The URL of the map's files, with a slash at its end, and the fonts of the page. */
type Sources = { url: string; fonts: readonly PageFont[] }

/** Paints the map in a worker, or on the page if there can be no worker; `onPainting` is called with every painting. */
export function startPainter(sources: Sources, onPainting: OnPainting): RunningPainter {
  let last: PaintRequest | null = null
  let running: RunningPainter
  const goOnHere = () => {
    running.remove()
    running = paintOnPage(sources, onPainting)
    if (last) running.show(last)
  }
  if (typeof OffscreenCanvas === 'undefined') running = paintOnPage(sources, onPainting)
  else running = paintInWorker(sources, onPainting, goOnHere)
  return {
    show: (request) => {
      last = request
      running.show(request)
    },
    remove: () => running.remove(),
  }
}

/** `onFailure` is called when the worker's code could not be loaded: offline, or the site was updated. */
function paintInWorker({ url, fonts }: Sources, onPainting: OnPainting, onFailure: () => void): RunningPainter {
  const worker = new Worker(new URL('./korea-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: KoreaMessage) => worker.postMessage(message)
  worker.addEventListener('message', ({ data }: MessageEvent<Painting>) => onPainting(data))
  worker.addEventListener('error', onFailure)
  send({ url })
  send({ fonts })
  const remove = () => {
    worker.removeEventListener('error', onFailure)
    worker.terminate()
  }
  return { show: (request) => send({ request }), remove }
}

function paintOnPage({ url }: Sources, onPainting: OnPainting): RunningPainter {
  // Without its picture the map still shows its markers.
  const painter = import('./painter.ts').then(({ KoreaPainter }) => new KoreaPainter(url, onPainting)).catch(() => null)
  const writeAnew = () => void painter.then((loaded) => loaded?.writeAnew())
  loadedFonts()?.addEventListener('loadingdone', writeAnew)
  return {
    show: (request) => void painter.then((loaded) => loaded?.show(request)).catch(() => {}),
    remove: () => loadedFonts()?.removeEventListener('loadingdone', writeAnew),
  }
}
