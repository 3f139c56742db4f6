import { sql } from 'kysely'
import { serverFailures } from '#rules/errors.ts'
import { keyOfFullName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { hashUploader } from './add-image.ts'
import type { Claimant, ImageReference } from './picture.ts'

const NONE: ImageReference = { imageId: null, imageUrl: null }
const MAX_FOREIGN_URL = 2000

export async function claimImage(
  tx: Queryable,
  config: Config,
  url: string | null,
  claimant: Claimant,
  current: ImageReference = NONE,
): Promise<ImageReference> {
  if (url === null || url === '') return NONE
  if (url === current.imageUrl) return current
  const key = ownKey(config, url)
  if (key === null) return { imageId: null, imageUrl: allowedUrl(config, url) }
  const imageId = (await keepCurrent(tx, key, current)) ?? (await claimPending(tx, key, claimant))
  if (imageId === null) throw foreignImage()
  return { imageId, imageUrl: null }
}

function ownKey(config: Config, url: string): string | null {
  for (const origin of [config.imageOrigin, config.publicOrigin]) {
    const start = `${origin}${apiPaths.images}/`
    if (url.startsWith(start)) return keyOfFullName(url.slice(start.length))
  }
  return null
}

/** A URL on an allowed host, normalised like in a browser. */
function allowedUrl(config: Config, url: string): string {
  const parsed = url.length <= MAX_FOREIGN_URL ? URL.parse(url) : null
  const isAllowed =
    parsed?.protocol === 'https:' &&
    parsed.username === '' &&
    parsed.password === '' &&
    config.imageHosts.some((host) => host.toLowerCase() === parsed.host)
  if (!isAllowed) throw foreignImage()
  return parsed.href
}

/** The row's current picture is accepted. If a simultaneous change has queued it for deletion, that is undone. */
async function keepCurrent(tx: Queryable, key: string, current: ImageReference): Promise<number | null> {
  if (current.imageId === null) return null
  const kept = await tx
    .updateTable('images')
    .set({ claimed_at: sql<Date>`coalesce(claimed_at, now())` })
    .where('id', '=', current.imageId)
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirst()
  return kept?.id ?? null
}

async function claimPending(tx: Queryable, key: string, { uploader, accountId }: Claimant): Promise<number | null> {
  const claimed = await tx
    .updateTable('images')
    .set({ claimed_at: sql<Date>`now()`, uploader_hash: null })
    .$if(accountId !== null, (query) => query.set({ account_id: accountId }))
    .where('key', '=', key)
    .where('claimed_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(uploader === null
          ? []
          : [eb.and([eb('account_id', 'is', null), eb('uploader_hash', '=', hashUploader(uploader))])]),
        ...(accountId === null ? [] : [eb('account_id', '=', accountId)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed?.id ?? null
}

function foreignImage(): AppError {
  return new AppError('BAD_USER_INPUT', { message: serverFailures.foreignImage })
}

export async function imagesOf(db: Queryable, accountId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('account_id', '=', accountId).orderBy('id').execute()
}
