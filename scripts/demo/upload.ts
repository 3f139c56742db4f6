import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { OperationContext } from '#server/platform/context.ts'
import type { ReceivedFile } from '#server/platform/pictures/add-image.ts'
import { ImageProcessor } from '#server/platform/pictures/image-worker.ts'
import type { Picture } from '#server/platform/pictures/picture.ts'
import { pictureLooks } from './looks.ts'
import { demoFolder } from './read-town.ts'

/** Sizes of the pictures, in pixels. Larger ones would take much longer, for one more stored version of each. */
const LANDSCAPE = { width: 640, height: 427 }
const PORTRAIT = { width: 512, height: 640 }

/** Received and processed once per picture, and then added for each of its posts. */
const received = new Map<string, Promise<ReceivedFile>>()

/** Processes each picture only once, though several posts upload it. */
export class OnceProcessor extends ImageProcessor {
  readonly #pictures = new Map<string, Promise<Picture>>()

  override run(folder: string): Promise<Picture> {
    const picture = this.#pictures.get(folder) ?? super.run(folder)
    this.#pictures.set(folder, picture)
    return picture
  }
}

/** Uploads a picture by its name in `Town`. Returns its address. */
export async function uploadPicture({ images, session, uploader }: OperationContext, name: string): Promise<string> {
  const receiving = received.get(name) ?? images.receive(open(name))
  received.set(name, receiving)
  const { key } = await images.add(await receiving, { uploader, accountId: session?.accountId ?? null })
  return images.urlOf(key)
}

/** Deletes the temporary files of all pictures that `uploadPicture` has processed; the stored ones stay. */
export async function discardReceivedPictures(): Promise<void> {
  for (const file of received.values()) await (await file).discard()
}

/** JPEG of a picture in demo/img with one of `looks`: a part of it, turned and in another light. */
async function* open(name: string): AsyncIterable<Uint8Array> {
  const [file = '', number] = name.split(' ')
  const { upright, turn, mirrored, zoom, left, top, ...light } = pictureLooks[Number(number ?? 0)] ?? pictureLooks[0]
  const path = fileURLToPath(new URL(`img/${file}`, demoFolder))
  const { data, info } = await sharp(path).rotate(turn).flop(mirrored).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = upright ? PORTRAIT : LANDSCAPE
  const scale = Math.min(info.width / width, info.height / height) / zoom
  const [w, h] = [Math.floor(width * scale), Math.floor(height * scale)]
  const [x, y] = [Math.floor((info.width - w) * left), Math.floor((info.height - h) * top)]
  const part = sharp(data, { raw: info }).extract({ left: x, top: y, width: w, height: h })
  yield await part.resize(width, height).modulate(light).jpeg().toBuffer()
}

/** Equals the demo's connections to the database. */
export const UPLOAD_CONCURRENCY = 4

/** Runs a few at a time, and keeps the order of the results. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: UPLOAD_CONCURRENCY }, worker))
  return results
}
