import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { OperationContext } from '#server/context.ts'
import { demoFolder } from './read-town.ts'

/** As phones take them, in pixels. */
const PORTRAIT = { width: 576, height: 720 }

/** Uploads a file of demo/img, or its upright part if the name ends in ' portrait'. Returns the picture's address. */
export async function upload(context: OperationContext, name: string): Promise<string> {
  const [file = '', shape] = name.split(' ')
  const path = fileURLToPath(new URL(`img/${file}`, demoFolder))
  const source =
    shape === 'portrait'
      ? sharp(path)
          .resize({ ...PORTRAIT, position: 'attention' })
          .jpeg()
      : createReadStream(path)
  const received = await context.images.receive(source)
  try {
    const accountId = context.session?.accountId ?? null
    const { key } = await context.images.add(received, { uploader: context.uploader, accountId })
    return context.images.urlOf(key)
  } finally {
    await received.discard()
  }
}
