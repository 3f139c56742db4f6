import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { mailFolder } from './file.ts'

/** How long a mail lies in its file, in milliseconds. */
const A_DAY = 86_400_000

/**
 * Erases the mails that were written to files a day ago, and at once those that tell what is worth nothing any more:
 * `alive` returns the names of what still is. Files of other kinds are left alone.
 */
export async function eraseMailFiles(dataDir: string, alive: () => Promise<ReadonlySet<string>>): Promise<void> {
  const folder = mailFolder(dataDir)
  // Before asking what is alive: what comes between the two is not listed yet.
  const files = (await namesIn(folder)).flatMap((name) => parseName(name) ?? [])
  if (files.length === 0) return
  const living = await alive()
  for (const { name, tells } of files) {
    const file = path.join(folder, name)
    if ((tells !== undefined && !living.has(tells)) || (await isOld(file))) await rm(file, { force: true })
  }
}

/** A file of ours, complete or broken off, and the name of the secret that it tells, if any. */
function parseName(name: string): { name: string; tells: string | undefined } | null {
  const match = /^[0-9a-f]{32}(?:\.([0-9a-f]{32}))?\.eml(?:\.part)?$/.exec(name)
  return match && { name, tells: match[1] }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Another instance may have erased it just now. */
async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs < Date.now() - A_DAY
}
