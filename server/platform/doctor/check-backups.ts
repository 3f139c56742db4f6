import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { openBackupPlaces } from '../backup/backup-file.ts'
import { readLastCheckTime, reasonAgainstLogTrial } from '../backup/check-backup.ts'
import { listBackups } from '../backup/list-backups.ts'
import { momentText, readRestorableSpans } from '../backup/log/moments.ts'
import { SEGMENT_BYTES } from '../backup/log/segments.ts'
import type { BackupPlace } from '../backup/place.ts'
import type { Config } from '../config.ts'
import { archivesLog, SPOOL_BYTES, spoolFolder, spoolSize } from '../database/embedded/log-spool.ts'
import { StartError } from '../start-error.ts'
import { judgeDisk } from './check-machine.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

/** Checks the backups in BACKUP_DIR and at BACKUP_URL. */
export async function checkBackups(config: Config): Promise<Finding[]> {
  const { folder, bucket, passphrase } = config.backup
  const findings: Finding[] = []
  if (folder !== null && isInside(folder, config.dataDir))
    findings.push(
      warningFinding(
        `BACKUP_DIR ${folder} is inside DATA_DIR, so both are lost at once: put the backups on another disk.`,
      ),
    )
  if (bucket !== null && passphrase === null)
    findings.push(
      warningFinding('Backups at BACKUP_URL hold the key of the site, and are not encrypted: set BACKUP_PASSPHRASE.'),
    )
  for (const place of openBackupPlaces(config)) {
    findings.push(...(await checkPlace(place, config).catch(tell(place))))
    place.close()
  }
  findings.push(...(await checkSpool(config)))
  if (folder !== null && findings.every(({ mark }) => mark !== '✗'))
    findings.push(judgeDisk('backups', folder, await statfs(folder)))
  return findings
}

function isInside(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other + path.sep)
}

/** Turns a failure of a place into a finding; the message of a StartError names the place already. */
function tell(place: BackupPlace): (error: Error) => Finding[] {
  return (error) => [
    faultFinding(
      error instanceof StartError
        ? error.message
        : `The backups in ${place.addressOf('')} cannot be read: ${error.message}.`,
    ),
  ]
}

async function checkPlace(place: BackupPlace, config: Config): Promise<Finding[]> {
  const { backup } = config
  await place.check()
  const newest = (await listBackups(place)).at(-1)
  if (!newest)
    return [
      faultFinding(
        `There is no backup in ${place.addressOf('')}: the running site makes the first one, or says in its log why it cannot.`,
      ),
      ...(await checkArchivedLog(place, config)),
    ]
  const hours = (Date.now() - newest.madeAt.getTime()) / 3_600_000
  const told = `The newest backup, ${place.addressOf(newest.name)}, is ${hours.toFixed(1)} hours old`
  const isOld = hours * 3600 > 2 * backup.every
  const age = isOld
    ? faultFinding(`${told}: the log of the site says why there is no newer one.`)
    : okFinding(`${told}.`)
  return [age, ...(await checkTrial(place, backup.checkEvery)), ...(await checkArchivedLog(place, config))]
}

/** Age above which the newest archived log is reported; a site without writes archives every half hour. */
const LATE_MINUTES = 60

/** Checks the archived log of the embedded database. */
async function checkArchivedLog(place: BackupPlace, { databaseUrl, backup }: Config): Promise<Finding[]> {
  if (databaseUrl !== null || !archivesLog(backup)) return []
  const newest = (await readRestorableSpans([place])).toSorted(
    (a, b) => b.span.until.getTime() - a.span.until.getTime(),
  )[0]
  if (!newest)
    return [
      faultFinding(
        `No log of the database is archived in ${place.addressOf('')}: the running site does it, or says in its log why it cannot.`,
      ),
    ]
  const minutes = Math.floor((Date.now() - newest.span.until.getTime()) / 60_000)
  const told = `The log of the database in ${place.addressOf('')} leads to ${momentText(newest.span.until)} (Seoul), ${minutes} min ago`
  const reason = reasonAgainstLogTrial(place, { backup })
  return [
    minutes > LATE_MINUTES
      ? faultFinding(`${told}: the log of the site says why it ends there.`)
      : okFinding(`${told}.`),
    ...(reason === null ? [] : [warningFinding(reason)]),
  ]
}

/** Bytes in the spool that are reported; a busy site has less than that between two looks. */
const MUCH_WAITS = SPOOL_BYTES / 4
/** Bytes above which the next segment finds no room. */
const FULL = SPOOL_BYTES - SEGMENT_BYTES

/** Checks how much log waits for a place of backups. */
async function checkSpool({ databaseUrl, dataDir, backup }: Config): Promise<Finding[]> {
  if (databaseUrl !== null || !archivesLog(backup)) return []
  const spool = spoolFolder(dataDir)
  const bytes = await spoolSize(spool)
  const told = `${Math.round(bytes / 1024 ** 2)} MB of the log wait in ${spool}`
  if (bytes >= FULL)
    return [
      faultFinding(
        `${told}, which is full: what is written now cannot be restored to a moment until a place takes it.`,
      ),
    ]
  return bytes < MUCH_WAITS
    ? []
    : [
        warningFinding(
          `${told}, because a place of backups does not take it: above ${Math.round(SPOOL_BYTES / 1024 ** 2)} MB more is dropped.`,
        ),
      ]
}

async function checkTrial(place: BackupPlace, every: number | null): Promise<Finding[]> {
  const checkedAt = every === null ? null : await readLastCheckTime(place)
  if (every === null || checkedAt === null) return []
  const days = (Date.now() - checkedAt.getTime()) / 86_400_000
  if (days * 86_400 <= 2 * every) return []
  return [
    warningFinding(
      `For ${Math.floor(days)} days no backup in ${place.addressOf('')} was restored on trial: the log of the site says why, or call npm run restore -- --check.`,
    ),
  ]
}
