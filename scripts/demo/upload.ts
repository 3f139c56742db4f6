import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { OperationContext } from '#server/context.ts'
import type { Picture } from '#server/images/picture.ts'
import { ImageProcessor } from '#server/images/processor.ts'
import type { ReceivedFile } from '#server/images/receive-file.ts'
import { demoFolder } from './read-town.ts'

/** As phones take them, in pixels. */
const PORTRAIT = { width: 576, height: 720 }

/** Many posts show the same picture. It is received and processed once, and then added for each of them. */
const received = new Map<string, Promise<ReceivedFile>>()

export class OnceProcessor extends ImageProcessor {
  readonly #pictures = new Map<string, Promise<Picture>>()

  override run(folder: string): Promise<Picture> {
    const picture = this.#pictures.get(folder) ?? super.run(folder)
    this.#pictures.set(folder, picture)
    return picture
  }
}

/** Uploads a file of demo/img, or its upright part if the name ends in ' portrait'. Returns the picture's address. */
export async function upload({ images, session, uploader }: OperationContext, name: string): Promise<string> {
  const receiving = received.get(name) ?? images.receive(open(name))
  received.set(name, receiving)
  const { key } = await images.add(await receiving, { uploader, accountId: session?.accountId ?? null })
  return images.urlOf(key)
}

export async function discardUploads(): Promise<void> {
  for (const file of received.values()) await (await file).discard()
}

function open(name: string): AsyncIterable<Uint8Array> {
  const [file = '', shape] = name.split(' ')
  const path = fileURLToPath(new URL(`img/${file}`, demoFolder))
  return shape === 'portrait'
    ? sharp(path)
        .resize({ ...PORTRAIT, position: 'attention' })
        .jpeg()
    : createReadStream(path)
}
