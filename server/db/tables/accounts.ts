import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export interface AccountTables {
  accounts: {
    id: Generated<number>
    /** Public; named `jwt` and `user_id` in the API. */
    handle: string
    email: string
    email_key: string
    username: string
    /** One line about oneself, which everybody may read. */
    about: Generated<string>
    /** Argon2id, PHC string; null after a temporary password was used and before a new one is chosen. */
    password_hash: string | null
    question_index: number
    answer_sealed: Buffer
    role: Generated<'member' | 'moderator' | 'admin'>
    /** Until then they write nothing. */
    suspended_until: Generated<Date | null>
    /** A sign-up that waits for approval. */
    is_pending: Generated<boolean>
    /** Their page is not shown to others. */
    hidden: Generated<boolean>
    /** They reported something, or something of theirs was hidden. */
    has_own_view: Generated<boolean>
    /** Somebody has shown that the address is theirs, or was a member before that was asked. */
    email_verified: Generated<boolean>
    created_at: DatabaseTime
  }

  /** What the last mail to an unverified address contains. */
  email_codes: {
    account_id: number
    /** A code for a former address verifies nothing. */
    email_key: string
    code_hash: string
    token_hash: Buffer
    tries: Generated<number>
    created_at: ColumnType<Date, never, Date>
  }

  sessions: {
    id: Generated<number>
    account_id: number
    token_hash: Buffer
    /** The token before the last rotation, accepted for a minute. */
    previous_hash: Buffer | null
    rotated_at: ColumnType<Date, never, Date>
    created_at: DatabaseTime
    last_used_at: ColumnType<Date, never, Date>
    persistent: boolean
    /** Opened with a temporary password: may only read, log out and change the password. */
    restricted: Generated<boolean>
    /** Argon2id of the temporary password that opened it; it counts as the current one. */
    temporary_hash: string | null
    user_agent: string | null
  }

  recovery_tickets: {
    id: Generated<number>
    account_id: number
    token_hash: Buffer
    temporary_hash: string
    temporary_sealed: Buffer
    tries: Generated<number>
    mails: Generated<number>
    expires_at: Date
  }

  former_emails: {
    id: Generated<number>
    account_id: number
    email: string
    /** Until then recovery mail goes to this address. */
    ends_at: Date
  }

  former_answers: {
    id: Generated<number>
    account_id: number
    question_index: number
    answer_sealed: Buffer
    /** Until then this answer also works for recovery. */
    ends_at: Date
  }

  consents: {
    id: Generated<number>
    account_id: number
    /** One of `consentNames`. */
    name: string
    /** Of the text; null for a statement without one. */
    version: string | null
    agreed_at: DatabaseTime
    /** Of an optional one. */
    withdrawn_at: Generated<Date | null>
  }
}
