import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { mailFolder } from './file.ts'

/** How long the file of a mail is kept, in milliseconds. */
const A_DAY = 86_400_000

/**
 * Deletes mail files older than a day, and at once those with a useless temporary password: `alive` returns the names
 * of the valid ones. Other files are left alone.
 */
export async function eraseMailFiles(dataDir: string, alive: () => Promise<ReadonlySet<string>>): Promise<void> {
  const folder = mailFolder(dataDir)
  // Before querying `alive`: files written in between are not listed yet.
  const files = (await namesIn(folder)).flatMap((name) => parseName(name) ?? [])
  if (files.length === 0) return
  const living = await alive()
  for (const { name, tells } of files) {
    const file = path.join(folder, name)
    if ((tells !== undefined && !living.has(tells)) || (await isOld(file))) await rm(file, { force: true })
  }
}

/** A mail file, complete or half-written, and the name of its temporary password, if any. */
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

/** Another instance may have deleted it just now. */
async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs < Date.now() - A_DAY
}
