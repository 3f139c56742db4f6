import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../../start-error.ts'
import { type Account, makePrivateFolder } from './account.ts'

export const SOCKET_PORT = 5432

/** A socket address holds 107 bytes; the name of the socket takes 17. */
const SOCKET_DIR_BYTES = 90

/** In the data folder or, if that path is too long for a socket, in the system's temporary folder. */
export function chooseSocketDir(dataDir: string): string {
  const name = `matnanum-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const choices = [path.join(dataDir, 'socket'), path.join(os.tmpdir(), name)]
  return choices.find((choice) => Buffer.byteLength(choice) <= SOCKET_DIR_BYTES) ?? path.join('/tmp', name)
}

/** @throws {StartError} if another user made the folder and could pose as the database. */
export async function makeSocketDir(socketDir: string, account: Account): Promise<void> {
  const found = await lstat(socketDir).catch(() => null)
  const allowed = [process.getuid?.(), account.change?.uid]
  if (found && process.getuid && (!found.isDirectory() || !allowed.includes(found.uid))) {
    throw new StartError(`${socketDir} belongs to another user; remove it, or set a DATA_DIR with a shorter path.`)
  }
  await makePrivateFolder(socketDir, account)
}
