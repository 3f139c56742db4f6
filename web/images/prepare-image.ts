import { errorMessages, failures } from '#rules/errors.ts'
import { hasHeicName, hasImageName, imageLimits, sizeFault } from '#rules/uploads.ts'
import { type ShrinkJob, type Shrunk, shrinkImage } from './shrink-image.ts'

/** A refused picture; the message can be shown. */
export class RefusedImage extends Error {}

/** Why a file with this name and size cannot be uploaded, or null. */
export function imageFault(file: File): string | null {
  if (!hasImageName(file.name) && !hasHeicName(file.name)) return failures.imageType
  return file.size > imageLimits.sourceBytes ? errorMessages.TOO_LARGE : null
}

/**
 * The chosen file, or a smaller JPEG of it. What the browser cannot decode is left to the server, except HEIC.
 * @throws {RefusedImage} for a picture that cannot be opened, is too large or too narrow; the signal's reason
 */
export async function prepareImage(file: File, signal: AbortSignal): Promise<File> {
  const isHeic = hasHeicName(file.name)
  const shrunk = await shrinkBeside({ file, mustBeJpeg: isHeic }, signal)
  if (!shrunk && isHeic) throw new RefusedImage(failures.imageType)
  if (shrunk && sizeFault(shrunk.width, shrunk.height) === 'narrow') throw new RefusedImage(failures.imageShape)
  const ready = shrunk?.jpeg ? new File([shrunk.jpeg], jpegName(file.name), { type: 'image/jpeg' }) : file
  if (ready.size > imageLimits.bytes) throw new RefusedImage(errorMessages.TOO_LARGE)
  return ready
}

function jpegName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}.jpg`
}

/** The worker's result; null if the browser cannot decode the file. */
function shrinkBeside(job: ShrinkJob, signal: AbortSignal): Promise<Shrunk | null> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(null)
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Shrunk | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Shrunk | null>) => resolve(data))
    // The worker's code could not be loaded (offline, or the site was updated): the page does the work.
    worker.addEventListener('error', () => resolve(shrinkImage(job).catch(() => null)))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(job)
  }).finally(() => worker.terminate())
}
