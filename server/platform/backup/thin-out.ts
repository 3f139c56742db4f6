import { DAY_MS, inSeoul } from '#rules/dates.ts'

export type Kept = Readonly<{
  /** Newest backups. */
  keep: number
  /** Weeks and months with a backup of which the newest stays. */
  weeks: number
  months: number
}>

/** Days from a Monday to the first day of the epoch. */
const EPOCH_AFTER_MONDAY = 3

/** Backups that need not stay any longer; weeks and months are those of Seoul. */
export function thinOut<Backup extends Readonly<{ madeAt: Date }>>(
  backups: readonly Backup[],
  { keep, weeks, months }: Kept,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const kept = new Set([
    ...newestFirst.slice(0, keep),
    ...newestOfEach(newestFirst, weekOf).slice(0, weeks),
    ...newestOfEach(newestFirst, monthOf).slice(0, months),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function newestOfEach<Backup extends Readonly<{ madeAt: Date }>>(
  newestFirst: readonly Backup[],
  periodOf: (time: Date) => string,
): Backup[] {
  const newest = new Map<string, Backup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.madeAt)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()]
}

function weekOf(time: Date): string {
  return String(Math.floor((inSeoul(time).getTime() / DAY_MS + EPOCH_AFTER_MONDAY) / 7))
}

function monthOf(time: Date): string {
  return inSeoul(time).toISOString().slice(0, 7)
}
