import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { asStartError } from './start-error.ts'

/**
 * Makes the data folder unless it is there, for this user alone, and makes sure that folders can be made in it.
 * @throws {StartError} when it cannot be used
 */
export function makeDataFolder(folder: string): Promise<void> {
  return asStartError(`The data folder ${folder} cannot be used`, makeUsable(path.resolve(folder)))
}

async function makeUsable(folder: string): Promise<void> {
  await makeFolder(folder)
  // Only a try tells: root may write by the modes of a read-only disk or of /proc, too.
  await rmdir(await mkdtemp(path.join(folder, '.try-')))
}

/**
 * One folder after the other. Node's own `recursive` never ends where the system says that a parent is missing although it
 * is there, as below /proc and below a link to nowhere.
 */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(isMissing)
  if (found) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(unlessMadeMeanwhile)
}

/** @throws what is no absence: a file in place of a folder, a folder that may not be entered. */
function isMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
