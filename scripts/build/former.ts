import { globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Build = Readonly<{
  /** Whether this build wrote the file. */
  isNew(file: string): boolean
  /** Call it when all is written. */
  end(): void
}>

/**
 * Removes what is older than the last build in the folder. The files of that one stay: a running site, and pages that
 * browsers have open, still ask for some. Names have a hash of the content, so those of two builds go together.
 */
export function cleanAndBeginBuild(folder: string): Build {
  mkdirSync(folder, { recursive: true })
  const [last, current] = ['last-build', 'this-build'].map((name) => path.join(folder, name)) as [string, string]
  const before = changedAt(last)
  for (const entry of globSync(`${folder}/**/*`, { withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && changedAt(file) < before) rmSync(file)
  }
  // The clock of the disk may be some milliseconds late.
  writeFileSync(current, '')
  const began = changedAt(current)
  return { isNew: (file) => changedAt(file) >= began, end: () => renameSync(current, last) }
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
