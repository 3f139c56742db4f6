import path from 'node:path'
import type { EnvReader } from '../env-reader.ts'

export type BackupConfig = Readonly<{
  /** null: no backups are made by themselves. */
  folder: string | null
  /** Seconds from one to the next. */
  every: number
  /** How many are kept. */
  keep: number
}>

export function readBackupConfig(reader: EnvReader): BackupConfig {
  const folder = reader.optional('BACKUP_DIR')
  return {
    folder: folder === null ? null : path.resolve(folder),
    every: reader.time('BACKUP_EVERY', '1d'),
    keep: reader.whole('BACKUP_KEEP', 7, 1, 1000),
  }
}
