import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { archivesLog } from '../database/embedded/log-spool.ts'
import { ANOTHER_BACKUP_MESSAGE } from '../pictures/delete-images.ts'
import { asStartError } from '../start-error.ts'
import { openBackupPlaces } from './backup-file.ts'
import {
  checkArchivedLog,
  checkBackup,
  NoRoomError,
  readLastCheckTime,
  reasonAgainstLogTrial,
  recordCheck,
  recordFirstBackup,
} from './check-backup.ts'
import { SharedKey } from './encryption.ts'
import { listHandMadeBackups } from './hand-made.ts'
import { KeptPictures } from './kept-pictures.ts'
import { ageOfNewestBackup, backupFileEnding, fileTime, listBackups } from './list-backups.ts'
import { readRestorableSpans } from './log/moments.ts'
import { makeBackup } from './make-backup.ts'
import type { BackupPlace } from './place.ts'
import { FailureLog, runEvery } from './repeat.ts'
import { chooseBackupsToRemove } from './thin-out.ts'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  log: FastifyBaseLogger
  lookMs?: number
  retryMs?: number
}>

const LOOK_MS = 60_000
const RETRY_MS = 600_000

/** A place with the times, in milliseconds, of its newest backup and its last good check, as far as known. */
type Task = {
  place: BackupPlace
  failures: FailureLog
  notBefore: number
  newest: number
  checked: number
  checkAfter: number
}

const secondsSince = (time: number) => (Date.now() - time) / 1000

/** Pause after a failed check, which costs as much as a restore. */
const CHECK_RETRY_MS = 86_400_000

const FAILURE = 'no backup could be made; tried again until one is'

/**
 * Makes and checks backups in the folder and the bucket that are set, one after the other. Returns a function that
 * stops it.
 */
export function scheduleBackups(options: Options): () => Promise<void> {
  const { config, log, lookMs = LOOK_MS, retryMs = RETRY_MS } = options
  const tasks = openBackupPlaces(config).map((place): Task => {
    const failures = new FailureLog(log, { place: place.addressOf('') }, FAILURE)
    return { place, failures, notBefore: 0, newest: 0, checked: 0, checkAfter: 0 }
  })
  if (tasks.length === 0) return async () => {}
  const stopping = new AbortController()
  const { signal } = stopping

  const backUpIfDue = async (task: Task) => {
    const { every } = config.backup
    if (secondsSince(task.newest) < every) return
    task.newest = Date.now() - (await ageOfNewestBackup(task.place)) * 1000
    if (secondsSince(task.newest) < every) return
    await backUp(task.place, options, signal)
    task.newest = Date.now()
    task.failures.succeeded()
  }
  const tell = (task: Task) => (error: Error) => {
    // Not a failure: another backup is running, so the next look tries again.
    if (signal.aborted || error.message === ANOTHER_BACKUP_MESSAGE) return
    task.notBefore = Date.now() + retryMs
    task.failures.failed(error)
  }
  const checkIfDue = async (task: Task) => {
    const { checkEvery } = config.backup
    if (checkEvery === null || Date.now() < task.checkAfter || secondsSince(task.checked) < checkEvery) return
    task.checked = (await readLastCheckTime(task.place))?.getTime() ?? Date.now()
    if (secondsSince(task.checked) >= checkEvery) await check(task, options, signal)
  }
  const workIn = async (task: Task) => {
    if (Date.now() < task.notBefore) return
    await backUpIfDue(task)
    if (!signal.aborted) await checkIfDue(task)
  }
  const lookAtAll = async () => {
    for (const task of tasks) {
      const what = `${task.place.setting} ${task.place.addressOf('')} cannot be used`
      await asStartError(what, workIn(task)).catch(tell(task))
    }
  }
  const stop = runEvery(lookAtAll, lookMs)
  return async () => {
    stopping.abort()
    await stop()
    for (const { place } of tasks) place.close()
  }
}

async function backUp(place: BackupPlace, { config, databaseUrl, log }: Options, signal: AbortSignal): Promise<void> {
  const { passphrase } = config.backup
  await place.prepare()
  const before = (await listBackups(place)).at(-1)
  const key = passphrase === null ? null : await SharedKey.open(config.dataDir)
  const kept = new KeptPictures(place, key)
  const name = `matnanum-${fileTime(new Date())}${backupFileEnding(passphrase)}`
  const file = place.addressOf(name)
  const { end } = await makeBackup({ config, databaseUrl, file, pictures: kept, signal })
  log.info({ file, pictures: end.pictures, missing: end.missing.length }, 'made a backup')
  await recordFirstBackup(place)
  const byHand = await listHandMadeBackups(place, passphrase)
  for (const { name } of chooseBackupsToRemove(await listBackups(place), config.backup, byHand))
    await place.remove(name)
  const [oldest] = await listBackups(place)
  if (oldest) await kept.removeUnused(before?.madeAt, earliest(oldest.madeAt, config))
}

/**
 * Earliest time whose pictures are kept: that of the oldest backup, or of the oldest moment that the log can restore.
 */
function earliest(backup: Date, { databaseUrl, backup: settings }: Config): Date {
  if (databaseUrl !== null || !archivesLog(settings)) return backup
  return new Date(Math.min(backup.getTime(), Date.now() - (settings.logKeep ?? 0) * 1000))
}

async function check(task: Task, { config, log }: Options, signal: AbortSignal): Promise<void> {
  const { place } = task
  const newest = (await listBackups(place)).at(-1)
  if (!newest) return
  const file = place.addressOf(newest.name)
  try {
    await checkBackup({ config, file, log, signal })
    // The archived log is checked only if it has a base; why it has none is logged elsewhere.
    if (config.databaseUrl === null && (await readRestorableSpans([place])).length > 0) {
      const reason = reasonAgainstLogTrial(place, config)
      if (reason === null) await checkArchivedLog({ config, place, log, signal })
      else log.warn({ place: place.addressOf('') }, reason)
    }
    await recordCheck(place, newest.name)
    task.checked = Date.now()
    log.info({ file }, 'checked a backup: it can be restored')
  } catch (error) {
    if (signal.aborted) return
    task.checkAfter = Date.now() + CHECK_RETRY_MS
    const { message } = error as Error
    if (error instanceof NoRoomError) log.warn({ file }, message)
    else log.error({ file }, `a backup was tried and could not be restored; tried again tomorrow: ${message}`)
  }
}
