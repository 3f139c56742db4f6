import { LRUCache } from 'lru-cache'
import type { Database } from '../db/connect.ts'
import { hashUploader } from './add-image.ts'
import type { Claimant } from './picture.ts'

/** Number of keys remembered as public; about 10 MB. */
const MAX_KNOWN = 50_000

/** Longest time to remember one, in milliseconds, in case the notification of a deletion is missed. */
const MAX_AGE_MS = 60_000

/** Whether a picture is public, visible to this person only, or not visible to them (or missing). */
export type Access = 'public' | 'own' | 'none'

/**
 * Decides who may see a picture. Keys of claimed pictures are remembered, so that popular ones cost no query; `forget`
 * is called on every instance when one is deleted.
 */
export class ImageAccess {
  readonly #db: Database
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: MAX_AGE_MS })
  /** Counts calls of `forget`: a result read before must not be remembered afterwards. */
  #forgotten = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** `who` is called only for a pending picture (threat 38). */
  async of(key: string, who: () => Promise<Claimant>): Promise<Access> {
    if (this.#known.has(key)) return 'public'
    const forgotten = this.#forgotten
    const row = await this.#db
      .selectFrom('images')
      .select(['claimed_at', 'uploader_hash', 'account_id'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return 'none'
    if (row.claimed_at !== null) {
      if (forgotten === this.#forgotten) this.#known.set(key, true)
      return 'public'
    }
    const { uploader, accountId } = await who()
    const isUploader = uploader !== null && row.uploader_hash?.equals(hashUploader(uploader)) === true
    return (row.account_id === null ? isUploader : row.account_id === accountId) ? 'own' : 'none'
  }

  /** Queries the database again for this picture, or for all. */
  forget(key: string | null): void {
    this.#forgotten++
    if (key === null) this.#known.clear()
    else this.#known.delete(key)
  }
}
