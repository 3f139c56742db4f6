import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/connect.ts'
import { hashUploader } from './add-image.ts'
import type { Claimant } from './picture.ts'

const MAX_KNOWN = 50_000

/** In case the notification of a deletion is missed. */
const MAX_AGE_MS = 60_000

/** Who asks for a picture; a moderator sees what is hidden, to decide about it. */
export type Viewer = Claimant & { isModerator?: boolean }

/** 'own': visible to this person only. 'none': missing, or somebody else's. */
export type Access = 'public' | 'own' | 'none'

/** Shown by what a moderator has hidden, or under a post that is. */
const isHidden = sql<boolean>`exists (select from image_uses u left join comments c on c.id = u.comment_id
  left join posts p on p.id = coalesce(u.post_id, c.post_id) left join accounts a on a.id = u.account_id
  where u.image_id = images.id and (p.hidden or c.hidden or a.hidden))`

/** Who wrote the hidden post under which a comment shows it: they read their post with its comments. */
const postAuthor = sql<number | null>`(select p.account_id from image_uses u join comments c on c.id = u.comment_id
  join posts p on p.id = c.post_id where u.image_id = images.id and not c.hidden and p.hidden)`

/** Decides who may see a picture. Those that everybody may see are remembered, so that popular ones cost no query. */
export class ImageAccess {
  readonly #db: Database
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: MAX_AGE_MS })
  /** Counts calls of `forget`: what was read before one must not be remembered after it. */
  #forgotten = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Whether everybody may see it, as was found a moment ago. */
  isKnown(key: string): boolean {
    return this.#known.has(key)
  }

  async of(key: string, who: () => Promise<Viewer>): Promise<Access> {
    const forgotten = this.#forgotten
    const row = await this.#db
      .selectFrom('images')
      .select(['claimed_at', 'uploader_hash', 'account_id', isHidden.as('is_hidden'), postAuthor.as('post_author')])
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return 'none'
    if (row.is_hidden) {
      const { accountId, isModerator } = await who()
      const isOwn = accountId !== null && [row.account_id, row.post_author].includes(accountId)
      return isModerator || isOwn ? 'own' : 'none'
    }
    if (row.claimed_at !== null) {
      if (forgotten === this.#forgotten) this.#known.set(key, true)
      return 'public'
    }
    const { uploader, accountId } = await who()
    const isUploader = uploader !== null && row.uploader_hash?.equals(hashUploader(uploader)) === true
    return (row.account_id === null ? isUploader : row.account_id === accountId) ? 'own' : 'none'
  }

  forget(key: string | null): void {
    this.#forgotten++
    if (key === null) this.#known.clear()
    else this.#known.delete(key)
  }
}
