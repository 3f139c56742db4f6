import { sql } from 'kysely'
import type {
  CountResult,
  LinkedLogin,
  MutationUnlinkLoginArgs,
  LoginProvider as ProviderName,
} from '#contract/schema.gen.ts'
import { loginProviderMessages } from '#rules/provider-login.ts'
import type { MemberContext, Services } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { queueNotice } from '../mails/notices.ts'
import { confirmChange, currentPasswordHash } from '../passkeys/confirm-owner.ts'
import type { Identity } from './identify.ts'
import { queueKakaoUnlink } from './unlink-at-provider.ts'

export async function getLinkedLogins({ db, session }: MemberContext): Promise<LinkedLogin[]> {
  const rows = await linksOf(db, session.accountId).execute()
  return rows.map(({ provider, created_at, last_used_at }) => ({
    provider,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }))
}

/** For the export of an account, with the account's number at the provider. */
export async function loadLinkedLoginsOf(db: Queryable, accountId: number) {
  const rows = await linksOf(db, accountId).execute()
  return rows.map(({ provider, subject, created_at, last_used_at }) => ({
    provider,
    id: subject,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}

function linksOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('linked_logins')
    .select(['provider', 'subject', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
}

/** The link of an identity to an account. Unlinking and linking again, even the same identity, makes another link. */
export type LoginLink = Readonly<{ id: number; accountId: number; provider: ProviderName }>

export async function findLinkedLogin(db: Queryable, { provider, subject }: Identity): Promise<LoginLink | null> {
  const row = await links(db).where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()
  return row ?? null
}

export async function findLinkedLoginById(db: Queryable, id: number): Promise<LoginLink | null> {
  return (await links(db).where('id', '=', id).executeTakeFirst()) ?? null
}

function links(db: Queryable) {
  return db.selectFrom('linked_logins').select(['id', 'account_id as accountId', 'provider'])
}

/** Stores when the link was used; false once it was ended. Lock the account before. */
export async function recordLinkUse(tx: Queryable, { id, accountId }: LoginLink): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('linked_logins')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** 'same': the identity was linked to this account before. The others are explained at `linkIdentity`. */
type LinkOutcome = 'linked' | 'same' | 'taken' | 'other'

/**
 * Links an identity to the account, which the caller has locked; of two accounts at once, one gets it. 'taken': another account
 * has the identity; 'other': this account has another identity of that provider.
 */
export async function linkIdentity(
  tx: Queryable,
  accountId: number,
  { provider, subject }: Identity,
): Promise<LinkOutcome> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('linked_logins')
    .values({ account_id: accountId, provider, subject })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return 'linked'
  const rows = await tx
    .selectFrom('linked_logins')
    .select(['account_id', 'subject'])
    .where('provider', '=', provider)
    .where((eb) => eb.or([eb('subject', '=', subject), eb('account_id', '=', accountId)]))
    .execute()
  const holder = rows.find((row) => row.subject === subject)
  if (holder) return holder.account_id === accountId ? 'same' : 'taken'
  return 'other'
}

/**
 * Asks for the password or a passkey, so the owner has another way to sign in; other sessions of that login end too. `count` is the
 * number of links that ended.
 * @throws {AppError} FORBIDDEN while suspended, and as `confirmChange`
 */
export async function unlinkLogin(context: MemberContext, args: MutationUnlinkLoginArgs): Promise<CountResult> {
  if (context.session.suspendedUntil !== null) {
    throw new AppError('FORBIDDEN', { message: loginProviderMessages.suspended })
  }
  const count = await confirmChange(context, args, () => unlink(context, args.provider))
  return { count, id: null }
}

function unlink(context: MemberContext, provider: ProviderName): Promise<number> {
  const { session } = context
  return context.db.transaction().execute(async (tx) => {
    await currentPasswordHash(tx, session, 'lock')
    const count = await endLinkedLogins(tx, context, session.accountId, provider)
    if (count > 0) {
      // Sessions opened by the linked login end too: the owner may not know who used it.
      await tx
        .deleteFrom('sessions')
        .where('account_id', '=', session.accountId)
        .where('by_provider', '=', provider)
        .where('id', '<>', session.id)
        .execute()
      await queueNotice(tx, context, session.accountId, ['login unlinked'])
    }
    return count
  })
}

/** Ends the links of an account, of all providers or of one, also at the provider where possible. Lock the account before. */
export async function endLinkedLogins(
  tx: Queryable,
  parts: Pick<Services, 'config'>,
  accountId: number,
  provider?: ProviderName,
): Promise<number> {
  const rows = await tx
    .deleteFrom('linked_logins')
    .where('account_id', '=', accountId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? 'kakao'))
    .returning(['provider', 'subject'])
    .execute()
  for (const row of rows) await queueKakaoUnlink(tx, parts, row)
  return rows.length
}
