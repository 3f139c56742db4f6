import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/connect.ts'
import { hashUploaderToken } from './add-image.ts'
import type { Claimant } from './picture.ts'

const MAX_KNOWN = 50_000

/**
 * Milliseconds for which a picture is remembered as public; bounds how long a missed notification of a deletion
 * matters.
 */
const MAX_AGE_MS = 60_000

/** Person who asks for a picture; a moderator also sees hidden ones. */
export type Viewer = Claimant & { isModerator?: boolean }

/** 'own': visible to this person only. 'none': missing, or another person's. */
export type PictureAccess = 'public' | 'own' | 'none'

/** Conditions on a row of `images`, as SQL that the product gives. */
export type PictureVisibility = Readonly<{
  isHidden: RawBuilder<boolean>
  /** Account that sees a hidden picture as well as its owner; null if there is none. */
  alsoShownTo: RawBuilder<number | null>
}>

/** Decides who may see a picture, and remembers public ones, so popular pictures cost no query. */
export class ImageAccess {
  readonly #db: Database
  readonly #visibility: PictureVisibility
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: MAX_AGE_MS })
  /** Number of calls of `forget`: a read that began before a call must not be remembered. */
  #forgotten = 0

  constructor(db: Database, visibility: PictureVisibility) {
    this.#db = db
    this.#visibility = visibility
  }

  /** Whether the picture is remembered as public. */
  isKnown(key: string): boolean {
    return this.#known.has(key)
  }

  async of(key: string, who: () => Promise<Viewer>): Promise<PictureAccess> {
    const forgotten = this.#forgotten
    const { isHidden, alsoShownTo } = this.#visibility
    const row = await this.#db
      .selectFrom('images')
      .select(['claimed_at', 'uploader_hash', 'account_id', isHidden.as('is_hidden'), alsoShownTo.as('also_shown_to')])
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return 'none'
    if (row.is_hidden) {
      const { accountId, isModerator } = await who()
      const isOwn = accountId !== null && [row.account_id, row.also_shown_to].includes(accountId)
      return isModerator || isOwn ? 'own' : 'none'
    }
    if (row.claimed_at !== null) {
      if (forgotten === this.#forgotten) this.#known.set(key, true)
      return 'public'
    }
    const { uploader, accountId } = await who()
    const isUploader = uploader !== null && row.uploader_hash?.equals(hashUploaderToken(uploader)) === true
    return (row.account_id === null ? isUploader : row.account_id === accountId) ? 'own' : 'none'
  }

  forget(key: string | null): void {
    this.#forgotten++
    if (key === null) this.#known.clear()
    else this.#known.delete(key)
  }
}
