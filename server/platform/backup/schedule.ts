import { access, constants, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { makeFolder } from '../data-folder.ts'
import { ANOTHER_BACKUP } from '../pictures/delete-images.ts'
import { asStartError } from '../start-error.ts'
import { KeptPictures } from './kept-pictures.ts'
import { makeBackup, UNFINISHED } from './make-backup.ts'
import { thinOut } from './thin-out.ts'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  log: FastifyBaseLogger
  lookMs?: number
  retryMs?: number
}>

const LOOK_MS = 60_000
const RETRY_MS = 600_000

const NAME = /^matnanum-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.tar\.zst$/

/** Scheduled backups in the folder, the oldest first. Other files are neither removed nor counted. */
export async function listBackups(folder: string): Promise<{ file: string; madeAt: Date }[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  return names.map((name) => ({ file: path.join(folder, name), madeAt: new Date(name.replace(NAME, '$1:$2:$3')) }))
}

/** Age in seconds, infinite without a readable backup. */
export async function ageOfNewest(folder: string): Promise<number> {
  const newest = (await listBackups(folder).catch(() => [])).at(-1)
  return newest ? (Date.now() - newest.madeAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

export function scheduleBackups(options: Options): () => Promise<void> {
  const { config, databaseUrl, log, lookMs = LOOK_MS, retryMs = RETRY_MS } = options
  const { folder, every } = config.backup
  if (folder === null) return async () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  let said = ''
  let notBefore = 0
  let work = Promise.resolve()

  const backUpIfDue = async () => {
    if (Date.now() < notBefore) return
    if ((await ageOfNewest(folder)) < every) return
    await makeFolder(folder)
    await access(folder, constants.W_OK)
    await removeUnfinished(folder)
    const file = path.join(folder, `matnanum-${fileTime(new Date())}.tar.zst`)
    const { end } = await makeBackup({ config, databaseUrl, file, pictures: 'beside', signal })
    log.info({ file, pictures: end.pictures, missing: end.missing.length }, 'made a backup')
    for (const { file } of thinOut(await listBackups(folder), config.backup)) await rm(file)
    const [oldest] = await listBackups(folder)
    if (oldest) await new KeptPictures(file).removeUnused(oldest.madeAt)
    said = ''
  }
  const tell = (error: Error) => {
    // The next check comes after that backup has ended.
    if (signal.aborted || error.message === ANOTHER_BACKUP) return
    notBefore = Date.now() + retryMs
    // A repeated reason is logged once; digits go, because file names contain the time.
    const reason = error.message.replaceAll(/\d/g, '')
    if (reason !== said) log.error({ folder }, `no backup could be made; tried again until one is: ${error.message}`)
    said = reason
  }
  let isBusy = false
  const look = () => {
    if (isBusy) return
    isBusy = true
    work = asStartError(`BACKUP_DIR ${folder} cannot be used`, backUpIfDue())
      .catch(tell)
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(look, lookMs)
  look()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await work
  }
}

/** A time in the name of a file, in UTC: '2026-11-29T03-00-00Z'. */
export function fileTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Unfinished files without a write for this long belong to no running backup. */
const ABANDONED_MS = 86_400_000

async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => NAME.test(name.replace(UNFINISHED, '')) && name.endsWith(UNFINISHED),
  )
  for (const file of names.map((name) => path.join(folder, name))) {
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true })
  }
}
