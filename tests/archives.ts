import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type ArchiveEntry,
  type BackupHead,
  createArchive as makeArchive,
  readArchive,
} from '#server/platform/backup/archive.ts'
import type { BackupFile } from '#server/platform/backup/backup-file.ts'
import { FolderPlace } from '#server/platform/backup/place.ts'

/** The backup at a path, as the functions of the backup name it. */
export function backupAt(file: string, passphrase: string | null = null): BackupFile {
  return { place: new FolderPlace(path.dirname(file)), name: path.basename(file), passphrase }
}

/** The entries of a backup file, without a passphrase. */
export async function entriesOf(file: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for await (const entry of readArchive(backupAt(file))) entries.push(entry)
  return entries
}

/** The bytes of a backup file with these entries, not encrypted. */
export async function archiveOf(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  return buffer(makeArchive(Readable.from(entries), null))
}

/** Returns a function that replaces the head (backup.json) among the entries of a backup. */
export function headChanger(
  change: (head: BackupHead) => object,
): (entries: readonly ArchiveEntry[]) => ArchiveEntry[] {
  return (entries) =>
    entries.map((entry) =>
      entry.name === 'backup.json'
        ? {
            name: entry.name,
            body: Buffer.from(JSON.stringify(change(JSON.parse(entry.body.toString()) as BackupHead))),
          }
        : entry,
    )
}
