import type { Database } from '../db/connect.ts'
import { hashUploader } from './add-image.ts'
import type { Claimant } from './picture.ts'

/** Keys remembered as everybody's; about 10 MB. */
const MAX_KNOWN = 50_000

/** Who may see a picture: everybody, only the one who asks, or not the one who asks (or it does not exist). */
export type Access = 'public' | 'own' | 'none'

/** Decides who may see a picture. Keys of claimed pictures are remembered, so that the busy ones cost no query. */
export class ImageAccess {
  readonly #db: Database
  readonly #known = new Set<string>()

  constructor(db: Database) {
    this.#db = db
  }

  /** `who` is asked only about a pending picture (threat 38). */
  async of(key: string, who: () => Promise<Claimant>): Promise<Access> {
    if (this.#known.has(key)) return 'public'
    const row = await this.#db
      .selectFrom('images')
      .select(['claimed_at', 'uploader_hash', 'account_id'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return 'none'
    if (row.claimed_at !== null) {
      this.#remember(key)
      return 'public'
    }
    const { uploader, accountId } = await who()
    const isUploader = uploader !== null && row.uploader_hash?.equals(hashUploader(uploader)) === true
    return (row.account_id === null ? isUploader : row.account_id === accountId) ? 'own' : 'none'
  }

  forget(key: string): void {
    this.#known.delete(key)
  }

  #remember(key: string): void {
    const oldest = this.#known.size >= MAX_KNOWN ? this.#known.values().next() : null
    if (oldest && !oldest.done) this.#known.delete(oldest.value)
    this.#known.add(key)
  }
}
