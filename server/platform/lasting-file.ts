import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Errors of file systems without hard links, such as FAT. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Makes a trusted file for this user alone. It appears whole or not at all, also after a full disk, a kill or a power
 * failure. An existing file, or that of a parallel call, stays.
 * @throws system errors; then there is no such file
 */
export async function createFile(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`
  try {
    await writeFile(unfinished, content, { flag: 'wx', mode: 0o600, flush: true })
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.includes(error.code ?? '')) throw error
      return copyFile(unfinished, file, constants.COPYFILE_EXCL)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncFolder(path.dirname(file))
}

/** Added and removed names survive a power failure only after their folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
