import { sql } from 'kysely'
import type { CountResult, MutationReadNotificationsArgs } from '#contract/schema.gen.ts'
import { notificationMessages } from '#rules/notifications.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import { AppError, requireId } from '../errors.ts'

/** Marks the caller's own up to this one as read. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function readNotifications(
  context: OperationContext,
  args: MutationReadNotificationsArgs,
): Promise<CountResult> {
  const { accountId } = requireSession(context)
  const id = requireId(args.upTo)
  // In order of id, so that two requests of a member do not wait for each other in a circle.
  const { rows } = await sql<{ found: boolean; count: number }>`${prepared}
    with up_to as materialized (
      select at, id from notifications where id = ${id} and account_id = ${accountId}
    ), unread as materialized (
      select n.id from notifications n, up_to
      where n.account_id = ${accountId} and not n.is_read and (n.at, n.id) <= (up_to.at, up_to.id)
      order by n.id for update of n
    ), changed as (
      update notifications n set is_read = true from unread where n.id = unread.id returning n.id
    )
    select exists (select from up_to) as found, (select count(*) from changed) as count`.execute(context.db)
  if (!rows[0]?.found) throw new AppError('NOT_FOUND', { message: notificationMessages.notFound })
  return { count: rows[0].count, id: args.upTo }
}
