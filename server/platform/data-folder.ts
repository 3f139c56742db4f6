import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { asStartError, StartError } from './start-error.ts'

/**
 * Makes the data folder, for this user alone, unless it exists.
 * @throws {StartError} when no folders can be created in it, or its restore is unfinished
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  await asStartError(`The data folder ${folder} cannot be used`, makeUsable(path.resolve(folder)))
  await refuseUnfinishedRestore(folder)
}

/** File that marks a data folder with an incomplete restore. */
export const UNFINISHED_RESTORE = 'restore.unfinished'

/** @throws {StartError} */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (!(await stat(path.join(dataDir, UNFINISHED_RESTORE)).catch(() => null))) return
  throw new StartError(
    `A restore into the data folder ${dataDir} is not complete: unless it is still running, empty the folder, and restore again.`,
  )
}

async function makeUsable(folder: string): Promise<void> {
  await makeFolder(folder)
  // Creating a folder is the only reliable check: file modes let root write even on a read-only disk or in /proc.
  await rmdir(await mkdtemp(path.join(folder, '.try-')))
}

/**
 * Makes a folder and its parents for this user alone. Node's `recursive` option hangs where the system calls an
 * existing parent missing, below /proc and below a dangling link, and reports a read-only one as missing.
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(isMissing)
  if (found) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(unlessMadeMeanwhile)
}

/** @throws errors other than a missing folder: a file in its place, or a folder without access. */
function isMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
