import type { CountResult, MutationSwitchNotificationsArgs, NotificationSwitch } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { notificationKinds } from '#rules/notifications.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import { badInput } from '../../platform/errors.ts'

export async function getNotificationSwitches(context: MemberContext): Promise<NotificationSwitch[]> {
  const { accountId } = context.session
  const rows = await context.db
    .selectFrom('muted_notifications')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute()
  const muted = new Set<string>(rows.map(({ kind }) => kind))
  return notificationKinds.map((kind) => ({ kind, on: !muted.has(kind) }))
}

/** Switches notifications of a kind on or off; repeating it changes nothing. @throws {AppError} RATE_LIMITED */
export async function switchNotifications(
  context: MemberContext,
  { kind, on }: MutationSwitchNotificationsArgs,
): Promise<CountResult> {
  const { accountId } = context.session
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
