import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { openBackupPlaces } from './backup-file.ts'
import { readLastCheckTime } from './check-backup.ts'
import { ageOfNewestBackup } from './list-backups.ts'
import type { BackupPlace } from './place.ts'

/** Seconds since the newest backup was made, and since a backup last passed a check; null if none is to be checked. */
export type BackupAges = Readonly<{ backup: number; check: number | null }>

const READ_MS = 60_000
const ANSWER_MS = 2000

/**
 * Returns a function that gives the highest ages of all places, which are asked once a minute at most; null without
 * places. While a store does not answer, the last known ages count.
 */
export function watchBackupAges(config: Config): (() => Promise<BackupAges | null>) | null {
  const places = openBackupPlaces(config)
  if (places.length === 0) return null
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  let known: { at: number; ages: BackupAges[] } | null = null
  const read = async () => {
    const ages = await Promise.all(places.map((place) => agesIn(place, config)))
    known = { at: performance.now(), ages }
  }
  return async () => {
    if (performance.now() - readAt > READ_MS) {
      readAt = performance.now()
      reading = read()
    }
    await Promise.race([reading, wait(ANSWER_MS, undefined, { ref: false })])
    if (known === null) return null
    const { at, ages } = known
    const passed = (performance.now() - at) / 1000
    const highest = (name: keyof BackupAges) => Math.max(...ages.map((age) => age[name] ?? 0)) + passed
    return { backup: highest('backup'), check: config.backup.checkEvery === null ? null : highest('check') }
  }
}

async function agesIn(place: BackupPlace, { backup: { checkEvery } }: Config): Promise<BackupAges> {
  const backup = await ageOfNewestBackup(place)
  if (checkEvery === null) return { backup, check: null }
  const checkedAt = await readLastCheckTime(place).catch(() => null)
  const check = checkedAt ? (Date.now() - checkedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
  return { backup, check }
}
