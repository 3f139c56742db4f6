import path from 'node:path'
import { readStart } from '#server/places/import/read-blocks.ts'
import { StartError } from '#server/start-error.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
}

/**
 * Checks the files before the first is imported, so that a misspelt name does not end an import of hours.
 * @throws {StartError} which says what is wrong with one of them
 */
export async function requireFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await readStart(file, 1).catch((error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      throw new StartError(`${path.resolve(file)} cannot be imported: ${reason}.`)
    })
  }
}
