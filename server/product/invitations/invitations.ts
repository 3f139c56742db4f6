import { sql } from 'kysely'
import type {
  CountResult,
  Invitation,
  MutationAddInvitationArgs,
  MutationRevokeInvitationArgs,
  NewInvitation,
} from '#contract/schema.gen.ts'
import { invitationFragment } from '#rules/invitation-link.ts'
import { invitationLimits, invitationMessages } from '#rules/invitations.ts'
import { invitationSchema } from '#rules/invitations-input.ts'
import { paths } from '#rules/paths.ts'
import type { MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput, checkInput } from '../../platform/errors.ts'
import { hashToken, newToken } from '../accounts/sessions/sessions.ts'
import { addToModerationRecord, endAndRecord } from '../enforcement/decisions.ts'
import { requireModerationRight } from '../moderation/policy.ts'

/** Most invitations that are shown, and most members of each. */
const SHOWN = 100

/** Longer texts are no tokens of ours. */
const LONGEST_TOKEN = 100

const isOpen = sql<boolean>`revoked_at is null and ends_at > now() and used < uses`

/** The latest invitations, each with the members who signed up by it. @throws {AppError} FORBIDDEN for moderators */
export async function getInvitations({ session, db }: MemberContext): Promise<Invitation[]> {
  requireModerationRight(session, 'open')
  const { rows } = await sql<Row>`select i.id, i.note, i.uses, i.used, i.ends_at, i.created_at, i.revoked_at,
      ${isOpen} as is_open, a.username as by,
      array(select json_build_object('handle', m.handle, 'username', m.username)
        from invited_accounts v join accounts m on m.id = v.account_id
        where v.invitation_id = i.id order by m.id desc limit ${sql.lit(SHOWN)}) as members
    from invitations i left join accounts a on a.id = i.created_by
    order by i.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map((row) => ({
    id: String(row.id),
    note: row.note,
    uses: row.uses,
    used: row.used,
    ends: row.ends_at.toISOString(),
    since: row.created_at.toISOString(),
    open: row.is_open,
    revoked: row.revoked_at !== null,
    by: row.by,
    members: row.members,
  }))
}

type Row = {
  id: number
  note: string
  uses: number
  used: number
  ends_at: Date
  created_at: Date
  revoked_at: Date | null
  is_open: boolean
  by: string | null
  members: { handle: string; username: string }[]
}

/**
 * Makes an invitation. Only this response has its link, because only a hash is stored.
 * @throws {AppError} FORBIDDEN for moderators, BAD_USER_INPUT
 */
export async function addInvitation(context: MemberContext, args: MutationAddInvitationArgs): Promise<NewInvitation> {
  const { session, db, config } = context
  requireModerationRight(session, 'open')
  const { uses, days, note } = checkInput(invitationSchema, args)
  const token = newToken()
  await db.transaction().execute(async (tx) => {
    // One after the other; otherwise two could pass the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended('invitations', 0))`.execute(tx)
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from invitations where ${isOpen}`.execute(
      tx,
    )
    if ((rows[0]?.open ?? 0) >= invitationLimits.open)
      throw badInput([{ field: 'uses', message: invitationMessages.many }])
    await tx
      .insertInto('invitations')
      .values({
        token_hash: hashToken(token),
        note,
        uses,
        ends_at: sql<Date>`now() + make_interval(days => ${days})`,
        created_by: session.accountId,
      })
      .execute()
    await addToModerationRecord(tx, { actorId: session.accountId, action: 'add invitation', reason: note })
  })
  return { link: `${config.publicOrigin}${paths.signUp}#${invitationFragment(token)}` }
}

/** @throws {AppError} as `endAndRecord` */
export const revokeInvitation = (context: MemberContext, args: MutationRevokeInvitationArgs): Promise<CountResult> =>
  endAndRecord(context, args.id, 'revoke invitation', async (tx, id) => {
    const { rows } = await sql<{ note: string }>`update invitations set revoked_at = now()
      where id = ${id} and ${isOpen} returning note`.execute(tx)
    return rows[0]?.note
  })

/** Whether a sign-up may use the invitation; `consumeInvitation` counts the use. */
export async function isInvitationOpen(db: Queryable, token: string | null): Promise<boolean> {
  if (token === null || token.length > LONGEST_TOKEN) return false
  const { rows } = await sql`select from invitations where token_hash = ${hashToken(token)} and ${isOpen}`.execute(db)
  return rows.length > 0
}

/** Counts a use; of two at once only one can be the last. Returns the invitation's id, or null if it has ended. */
export async function consumeInvitation(tx: Queryable, token: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`update invitations set used = used + 1
    where token_hash = ${hashToken(token)} and ${isOpen} returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Stores by which invitation a member signed up. */
export async function storeUsedInvitation(tx: Queryable, accountId: number, invitationId: number): Promise<void> {
  await tx.insertInto('invited_accounts').values({ account_id: accountId, invitation_id: invitationId }).execute()
}
