import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { asStartError } from './start-error.ts'

/**
 * Creates the data folder for this user alone if it is missing, and checks that folders can be created in it.
 * @throws {StartError} when it cannot be used
 */
export function makeDataFolder(folder: string): Promise<void> {
  return asStartError(`The data folder ${folder} cannot be used`, makeUsable(path.resolve(folder)))
}

async function makeUsable(folder: string): Promise<void> {
  await makeFolder(folder)
  // Creating one is the only reliable check: file modes let root write even on a read-only disk or in /proc.
  await rmdir(await mkdtemp(path.join(folder, '.try-')))
}

/**
 * Creates one folder after the other. Node's `recursive` option never returns where the system calls an existing parent
 * missing: below /proc, and below a dangling link.
 */
async function makeFolder(folder: string): Promise<void> {
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
