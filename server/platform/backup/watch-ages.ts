import type { Config } from '../config.ts'
import { openPlaces } from './backup-file.ts'
import { lastCheck } from './check-backup.ts'
import { ageOfNewest } from './list-backups.ts'
import type { BackupPlace } from './place.ts'

/** Seconds since the newest backup, and since one was last found good. */
export type BackupAges = Readonly<{ backup: number; check: number }>

const READ_MS = 60_000

/** The highest ages of all places, which are asked once a minute at most; null without places. */
export function watchAges(config: Config): (() => Promise<BackupAges>) | null {
  const places = openPlaces(config)
  if (places.length === 0) return null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<BackupAges[]> = Promise.resolve([])
  return async () => {
    if (performance.now() - readAt > READ_MS) {
      readAt = performance.now()
      reading = Promise.all(places.map(agesIn))
    }
    const ages = await reading
    const passed = (performance.now() - readAt) / 1000
    const highest = (name: keyof BackupAges) => Math.max(...ages.map((age) => age[name])) + passed
    return { backup: highest('backup'), check: highest('check') }
  }
}

async function agesIn(place: BackupPlace): Promise<BackupAges> {
  const checkedAt = await lastCheck(place).catch(() => null)
  const check = checkedAt ? (Date.now() - checkedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
  return { backup: await ageOfNewest(place), check }
}
