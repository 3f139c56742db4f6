import { sql } from 'kysely'
import { serverFailures } from '#rules/errors.ts'
import { keyOfFullName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { hashUploader } from './add-image.ts'
import type { Claimant, ShownImage } from './picture.ts'

const MAX_FOREIGN_URL = 2000

/** In the order of the URLs. What `current` has is accepted, whoever claims it. */
export async function claimImages(
  tx: Queryable,
  config: Config,
  urls: readonly string[],
  claimant: Claimant,
  current: readonly ShownImage[],
): Promise<ShownImage[]> {
  const wanted = urls.map((url) => ({ url, key: ownKey(config, url) }))
  const keys = wanted.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw foreignImage()
  const claimed = keys.length > 0 ? await claimKeys(tx, keys, claimant, current) : new Map<string, number>()
  return wanted.map(({ url, key }) => {
    const kept = current.find(({ imageUrl }) => imageUrl === url)
    if (kept) return kept
    if (key === null) return { imageId: null, imageUrl: allowedUrl(config, url) }
    const imageId = claimed.get(key)
    if (imageId === undefined) throw foreignImage()
    return { imageId, imageUrl: null }
  })
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

/**
 * Their ids, without those that are neither current nor the claimant's own. If a simultaneous change has queued a current
 * one for deletion, that is undone. Rows are locked in order of id, as by the purge.
 */
async function claimKeys(
  tx: Queryable,
  keys: readonly string[],
  { uploader, accountId }: Claimant,
  current: readonly ShownImage[],
): Promise<Map<string, number>> {
  const kept = current.flatMap(({ imageId }) => imageId ?? [])
  const hash = uploader === null ? null : hashUploader(uploader)
  const { rows } = await sql<{ id: number; key: string }>`
    with own as (
      select id from images
      where key = any(${keys}::text[]) and (
        id = any(${kept}::bigint[])
        or claimed_at is null and (account_id = ${accountId} or account_id is null and uploader_hash = ${hash})
      )
      order by id for no key update
    )
    update images i set claimed_at = coalesce(i.claimed_at, now()), uploader_hash = null,
      account_id = coalesce(${accountId}, i.account_id)
    from own where i.id = own.id returning i.id, i.key`.execute(tx)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

function foreignImage(): AppError {
  return new AppError('BAD_USER_INPUT', { message: serverFailures.foreignImage })
}

export async function imagesOf(db: Queryable, accountId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('account_id', '=', accountId).orderBy('id').execute()
}
