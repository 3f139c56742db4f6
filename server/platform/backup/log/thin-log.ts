import type { BackupPlace } from '../place.ts'
import { removeBaseBackup } from './log-place.ts'
import type { BaseBackup, LogHistory, Segment } from './segments.ts'

export type Unneeded = Readonly<{ bases: readonly BaseBackup[]; segments: readonly Segment[] }>

/**
 * Bases and segments that no restore to `keptFrom` or later needs. The newest base from before `keptFrom` stays,
 * because restores to `keptFrom` start from it. The history of another folder is removed as a whole, once it is older
 * than `keptFrom` and the current one has a base from before `keptFrom`.
 */
export function findUnneeded(history: LogHistory, current: LogHistory, keptFrom: Date): Unneeded {
  const { bases, segments } = history
  const isBefore = ({ stoppedAt }: BaseBackup) => stoppedAt <= keptFrom
  if (history.id !== current.id) {
    const ends = [...bases.map(({ stoppedAt }) => stoppedAt), ...segments.map(({ closedAt }) => closedAt)]
    const isOver = ends.every((time) => time <= keptFrom)
    return isOver && current.bases.some(isBefore) ? { bases, segments } : { bases: [], segments: [] }
  }
  const needed = bases.slice(Math.max(0, bases.findLastIndex(isBefore)))
  const [first] = needed
  if (first === undefined) return { bases: [], segments: segments.filter(({ closedAt }) => closedAt <= keptFrom) }
  const isNeeded = ({ name }: Segment) => name >= first.start
  return {
    bases: bases.filter((base) => !needed.includes(base)),
    segments: segments.filter((segment) => !isNeeded(segment)),
  }
}

export async function removeUnneeded(place: BackupPlace, { bases, segments }: Unneeded): Promise<void> {
  for (const base of bases) await removeBaseBackup(place, base)
  for (const { file } of segments) await place.remove(file)
}
