import type {
  CountResult,
  MutationRemovePasskeyArgs,
  MutationRenamePasskeyArgs,
  Passkey,
} from '#contract/schema.gen.ts'
import { passkeyNameSchema } from '#rules/passkeys.ts'
import { parseId } from '#rules/validate.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { checkInput } from '../../../platform/errors.ts'
import { queueNotice } from '../mails/notices.ts'
import { confirmChange, currentPasswordHash } from './confirm-owner.ts'

export async function getPasskeys({ db, session }: MemberContext): Promise<Passkey[]> {
  const rows = await passkeysOf(db, session.accountId).execute()
  return rows.map(presentPasskey)
}

/** For the export of an account, without keys. */
export async function loadPasskeysOf(db: Queryable, accountId: number) {
  const rows = await passkeysOf(db, accountId).execute()
  return rows.map(({ name, created_at, last_used_at }) => ({ name, createdAt: created_at, lastUsedAt: last_used_at }))
}

function passkeysOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
    .where('account_id', '=', accountId)
    .orderBy('id')
}

type Row = Readonly<{ id: number; name: string; created_at: Date; last_used_at: Date | null; backed_up: boolean }>

export function presentPasskey({ id, name, created_at, last_used_at, backed_up }: Row): Passkey {
  return {
    id: String(id),
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    backedUp: backed_up,
  }
}

export async function renamePasskey(context: MemberContext, args: MutationRenamePasskeyArgs): Promise<CountResult> {
  const { name } = checkInput(passkeyNameSchema, args)
  const { numUpdatedRows } = await limited(context, 'change', () =>
    context.db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', parseId(args.id) ?? 0)
      .where('account_id', '=', context.session.accountId)
      .executeTakeFirst(),
  )
  return { count: Number(numUpdatedRows), id: args.id }
}

/** @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE */
export async function removePasskey(context: MemberContext, args: MutationRemovePasskeyArgs): Promise<CountResult> {
  const count = await confirmChange(context, args, () => erase(context, parseId(args.id) ?? 0))
  return { count, id: args.id }
}

function erase(context: MemberContext, id: number): Promise<number> {
  const { session } = context
  return context.db.transaction().execute(async (tx) => {
    await currentPasswordHash(tx, session, 'lock')
    const { numDeletedRows } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', session.accountId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await queueNotice(tx, context, session.accountId, ['passkey removed'])
    return Number(numDeletedRows)
  })
}
