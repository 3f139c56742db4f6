import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Whether the data folder was copied while its PostgreSQL ran. The copy then has the pid file of that server, but files
 * younger than its start (third line of postmaster.pid, in seconds since 1970).
 */
export async function isLiveCopy(folder: string): Promise<boolean> {
  const pidFile = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const startedAt = Number(pidFile.split('\n')[2]) * 1000
  if (!startedAt) return false
  const { birthtimeMs } = await stat(path.join(folder, 'PG_VERSION'))
  return birthtimeMs > startedAt + 1000
}

export const LIVE_COPY =
  'This data folder is a copy that was made while the site ran. Parts of it are older than others, so posts, likes or ' +
  'pictures may be missing or damaged without a further message. If you can, stop the site and copy its folder again.'
