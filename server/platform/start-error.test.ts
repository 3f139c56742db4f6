import { expect, test } from 'vitest'
import { asStartError, StartError } from './start-error.ts'

test.each([
  [
    'EROFS',
    'read-only file system',
    'it may only be read there; with systemd it has to be in ReadWritePaths, and there when the unit starts',
  ],
  ['EACCES', 'permission denied', 'this user has no right to it'],
  ['ENOSPC', 'no space left on device', 'the disk is full'],
  ['ENOTDIR', 'not a directory', 'a file is where a folder should be'],
])('%s of a setting is a sentence that names it', async (code, text, sentence) => {
  const cause = Object.assign(new Error(`${code}: ${text}, mkdir '/backups'`), { code })
  const told = asStartError('BACKUP_DIR /backups cannot be used', Promise.reject(cause))
  await expect(told).rejects.toThrow(
    new StartError(`BACKUP_DIR /backups cannot be used: ${sentence} (${cause.message}).`),
  )
})
