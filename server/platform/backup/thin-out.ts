import { DAY_MS, toSeoulTime } from '#rules/dates.ts'

export type Retention = Readonly<{
  /** Number of newest backups that are kept. */
  keep: number
  /** Number of weeks, and of months, of which the newest backup is kept. */
  weeks: number
  months: number
}>

/** Days from a Monday to the first day of the epoch. */
const EPOCH_AFTER_MONDAY = 3

/**
 * Chooses the backups to remove; days, weeks and months are those of Seoul.
 * @param byHand backups made by hand, which are never removed here; the newest one of each day counts like a scheduled
 * backup
 */
export function chooseBackupsToRemove<Backup extends Readonly<{ madeAt: Date }>>(
  backups: readonly Backup[],
  { keep, weeks, months }: Retention,
  byHand: readonly Backup[] = [],
): Backup[] {
  const own = newestFirst(backups)
  const all = newestFirst([...own, ...newestOfEach(newestFirst(byHand), dayOf)])
  const kept = new Set([
    // The newest scheduled backup is always kept, even if one by hand is dated later by a wrong clock: without any, the
    // next one would be due at once.
    ...own.slice(0, 1),
    ...all.slice(0, keep),
    ...newestOfEach(all, weekOf).slice(0, weeks),
    ...newestOfEach(all, monthOf).slice(0, months),
  ])
  return own.filter((backup) => !kept.has(backup))
}

function newestFirst<Backup extends Readonly<{ madeAt: Date }>>(backups: readonly Backup[]): Backup[] {
  return backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

function newestOfEach<Backup extends Readonly<{ madeAt: Date }>>(
  sorted: readonly Backup[],
  periodOf: (time: Date) => string,
): Backup[] {
  const newest = new Map<string, Backup>()
  for (const backup of sorted) {
    const period = periodOf(backup.madeAt)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()]
}

function dayOf(time: Date): string {
  return toSeoulTime(time).toISOString().slice(0, 10)
}

function weekOf(time: Date): string {
  return String(Math.floor((toSeoulTime(time).getTime() / DAY_MS + EPOCH_AFTER_MONDAY) / 7))
}

function monthOf(time: Date): string {
  return toSeoulTime(time).toISOString().slice(0, 7)
}
