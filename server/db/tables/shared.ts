import type { ColumnType, Generated } from 'kysely'

/** Set only by the database. */
export type DatabaseTime = ColumnType<Date, never, never>

export interface SharedTables {
  images: {
    id: Generated<number>
    /** 128 random bits: the `public_id`. */
    key: string
    account_id: number | null
    uploader_hash: Buffer | null
    claimed_at: Date | null
    width: number
    height: number
    bytes: number
    placeholder: string
    created_at: DatabaseTime
  }

  /** A picture of a post, an account or a comment: one of ours, or a URL on an allowed host. */
  image_uses: {
    image_id: number | null
    url: string | null
    post_id: number | null
    account_id: number | null
    comment_id: number | null
    position: Generated<number>
  }

  idempotency_keys: {
    account_id: number
    key: string
    result_id: number
    /** SHA-256 of what was sent with the key; null in rows from before this column. */
    contents_hash: Buffer | null
    created_at: DatabaseTime
  }

  attempts: {
    /** HMAC of what is counted, so the table reveals no e-mail or network address. */
    bucket: string
    count: number
    /** End of the window; an expired row counts nothing. */
    ends_at: Date
  }

  rate_limits: {
    bucket: string
    full_at: Date
  }

  mails: {
    id: Generated<number>
    account_id: number
    sealed: Buffer
    /** Leased by a worker until then; after that the worker counts as dead. */
    leased_until: Date | null
    expires_at: Date
    /** About a week, not about the account. */
    weekly: Generated<boolean>
    created_at: DatabaseTime
  }

  notices: {
    id: Generated<number>
    account_id: number
    /** HMAC of the address, which reveals no address. */
    recipient: string
    address_sealed: Buffer
    /** 'email passed on' is for an address that gets no recovery mail. */
    change: 'email' | 'email passed on' | 'answer' | 'password'
    expires_at: Date
  }
}
