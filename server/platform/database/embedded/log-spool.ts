import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'

/** Folder in the data folder with the segments of the log that some place of backups still lacks. */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, 'log-spool')
}

/** Whether the log of the embedded database is archived; Windows lacks the shell that copies it. */
export function archivesLog({ folder, bucket, logKeep }: Config['backup']): boolean {
  return (folder !== null || bucket !== null) && logKeep !== null && process.platform !== 'win32'
}

/** Most bytes in the spool; further segments are dropped. */
export const SPOOL_BYTES = 1024 ** 3

/**
 * Seconds after which PostgreSQL ends a segment that is not full. Shorter than the five minutes that a lost disk may
 * cost, so that the segment has time to reach its place.
 */
const TIMEOUT_SECONDS = 240

/**
 * Copies a segment ($1, named $2) into the working folder, compressed, whole or not at all. It never fails, because
 * PostgreSQL would then keep the log until the disk is full: the segment is dropped if the spool is full, or takes more
 * than what is free on the disk. An existing copy of the same name stays. A copy gets the time of the segment's last
 * write.
 */
const COPY = `
used=$(du -sk . | cut -f 1)
free=$(df -Pk . | tail -n 1 | tr -s " " | cut -d " " -f 4)
if [ "$used" -ge LIMIT ] || [ "$used" -ge "$free" ]; then echo "log-spool is full: $2 is dropped" >&2; exit 0; fi
if [ -e "$2.gz" ]; then gzip -dc "$2.gz" | cmp -s - "$1" || echo "log-spool has another $2" >&2; exit 0; fi
if gzip -1nc "$1" >"$2.new" && touch -r "$1" "$2.new" && sync "$2.new" && mv "$2.new" "$2.gz" && sync .; then exit 0; fi
rm -f "$2.new"
echo "log-spool could not take $2: it is dropped" >&2
`

/** Settings of PostgreSQL that archive its log into the spool. */
export function archiveSettings(spool: string, bytes = SPOOL_BYTES): Record<string, string | number> {
  const script = COPY.replace('LIMIT', String(Math.floor(bytes / 1024)))
  // Only segments are archived, no other files of PostgreSQL: a folder of the archive has one timeline, and its own
  // notes of base backups.
  const command = `case %f in *[!0-9A-F]*) exit 0;; esac; segment="$PWD/%p"; cd ${quote(spool)} && sh -c ${quote(script)} copy "$segment" %f; exit 0`
  return { archive_mode: 'on', archive_timeout: TIMEOUT_SECONDS, archive_command: command }
}

/**
 * Settings that replay the log from a folder of segments until a time, or to its end, and then open the database for
 * writes.
 */
export function recoverySettings(segments: string, until: Date | null): Record<string, string> {
  return {
    hot_standby: 'off',
    restore_command: `cp ${quote(segments)}/%f "%p"`,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // PostgreSQL does not know Z yet when it reads its settings.
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00:00') }),
  }
}

/** Quotes a text as one word of the shell in a setting of PostgreSQL, which replaces what follows a percent sign. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
}

/** A segment in the spool. It contains the commits before `closedAt` that no earlier segment has. */
export type SpooledSegment = Readonly<{ name: string; file: string; closedAt: Date; bytes: number }>

/** Segments in the spool, the oldest first. */
export async function listSpool(spool: string): Promise<SpooledSegment[]> {
  const names = await readdir(spool).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const spooled: SpooledSegment[] = []
  for (const entry of names.sort()) {
    const [, name] = /^([0-9A-F]{24})\.gz$/.exec(entry) ?? []
    if (name === undefined) continue
    const file = path.join(spool, entry)
    const found = await stat(file).catch(() => null)
    if (found) spooled.push({ name, file, closedAt: new Date(Math.ceil(found.mtimeMs)), bytes: found.size })
  }
  return spooled
}

/** Bytes that the spool takes on the disk, counted as the command does that fills it. */
export async function spoolSize(spool: string): Promise<number> {
  const names = await readdir(spool).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(names.map((name) => stat(path.join(spool, name)).catch(() => null)))
  return found.reduce((sum, file) => sum + (file?.blocks ?? 0) * 512, 0)
}

export async function removeFromSpool({ file }: SpooledSegment): Promise<void> {
  await rm(file, { force: true })
}
