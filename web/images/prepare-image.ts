import { errorMessages, failures } from '#rules/errors.ts'
import { hasHeicName, hasImageName, imageLimits, sizeFault } from '#rules/images.ts'
import { type ShrinkJob, type Shrunk, shrinkImage } from './shrink-image.ts'

/** A picture that is refused; its message is the sentence to show. */
export class RefusedImage extends Error {}

/** Why this file cannot be uploaded, or null, as far as its name and size tell. */
export function imageFault(file: File): string | null {
  if (!hasImageName(file.name) && !hasHeicName(file.name)) return failures.imageType
  return file.size > imageLimits.sourceBytes ? errorMessages.TOO_LARGE : null
}

/**
 * The file to send for the one that was chosen: itself, or a smaller JPEG of it. What the browser cannot open is left to
 * the server to judge, HEIC apart, which the server takes from nobody.
 * @throws {RefusedImage} for a picture that cannot be opened, is too large or too narrow
 * @throws the signal's reason when it is aborted
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

/** What a worker made of the file; null when the browser cannot open it. */
function shrinkBeside(job: ShrinkJob, signal: AbortSignal): Promise<Shrunk | null> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(null)
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Shrunk | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Shrunk | null>) => resolve(data))
    // Its code did not arrive: the connection is gone, or the site was updated. The page does it then.
    worker.addEventListener('error', () => resolve(shrinkImage(job).catch(() => null)))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(job)
  }).finally(() => worker.terminate())
}
