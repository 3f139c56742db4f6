import type { CountResult, MutationSwitchNotificationsArgs, NotificationSwitch } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { notificationKinds } from '#rules/notifications.ts'
import { limited, type OperationContext, requireSession } from '../context.ts'
import { badInput } from '../errors.ts'

/** For each kind whether the caller is notified of it. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function getNotificationSwitches(context: OperationContext): Promise<NotificationSwitch[]> {
  const { accountId } = requireSession(context)
  const rows = await context.db
    .selectFrom('muted_notifications')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute()
  const muted = new Set<string>(rows.map(({ kind }) => kind))
  return notificationKinds.map((kind) => ({ kind, on: !muted.has(kind) }))
}

/** Setting the same again changes nothing. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED */
export async function switchNotifications(
  context: OperationContext,
  { kind, on }: MutationSwitchNotificationsArgs,
): Promise<CountResult> {
  const { accountId } = requireSession(context)
  if (kind === 'moderation') throw badInput([{ field: 'kind', message: errorMessages.BAD_USER_INPUT }])
  const row = { account_id: accountId, kind }
  const change = async () => {
    if (!on) {
      const added = context.db.insertInto('muted_notifications').values(row)
      return (await added.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows
    }
    const removed = context.db.deleteFrom('muted_notifications').where('account_id', '=', accountId)
    return (await removed.where('kind', '=', kind).executeTakeFirst()).numDeletedRows
  }
  const count = await limited(context, 'change', change)
  return { count: Number(count ?? 0), id: null }
}
