import type { Consent, MutationSetLocationConsentArgs } from '#contract/schema.gen.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { readConsents, requireCurrent } from './consents.ts'

/**
 * Agrees to the location notice of that version, or without one withdraws the consent. Both dates are kept.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, or BAD_USER_INPUT when the text has changed since it was shown
 */
export async function setLocationConsent(
  context: OperationContext,
  { version }: MutationSetLocationConsentArgs,
): Promise<Consent[]> {
  const { accountId } = requireSession(context)
  if (version) await agree(context, accountId, version)
  else
    await context.db
      .updateTable('consents')
      .set((eb) => ({ withdrawn_at: eb.fn<Date>('now', []) }))
      .where('account_id', '=', accountId)
      .where('name', '=', 'location')
      .where('withdrawn_at', 'is', null)
      .execute()
  return readConsents(context.db, accountId)
}

async function agree({ db, config }: OperationContext, accountId: number, version: string): Promise<void> {
  await requireCurrent(config, 'location', version)
  await db
    .insertInto('consents')
    .values({ account_id: accountId, name: 'location', version })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'name'])
        .doUpdateSet((eb) => ({ version, agreed_at: eb.fn<Date>('now', []), withdrawn_at: null })),
    )
    .execute()
}
