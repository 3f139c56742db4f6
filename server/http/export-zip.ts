import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportFile } from '../accounts/export-data.ts'

/** A ZIP of the files, in their order, and its size in bytes. Pictures gain nothing from compression, so nothing is. */
export function zipOf(files: readonly ExportFile[]): { stream: Readable; size: number } {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  // A file that fails to open ends the download; it cannot be answered differently any more.
  zip.on('error', (error: Error) => stream.destroy(error))
  for (const { name, content, modified } of files) {
    const options = { compress: false, mode: 0o100644, mtime: modified }
    if (content instanceof Uint8Array) zip.addBuffer(Buffer.from(content), name, options)
    else {
      zip.addReadStreamLazy(name, { ...options, size: content.size }, (done) => {
        content.stream().then(
          (source) => {
            stream.once('close', () => source.destroy())
            done(null, source)
          },
          (error: Error) => done(error, null as never),
        )
      })
    }
  }
  let size = -1
  const keepSize = (total: number) => {
    size = total
  }
  // The types leave out the callback's argument.
  zip.end({ forceZip64Format: false, comment: '' }, keepSize as () => void)
  return { stream, size }
}
