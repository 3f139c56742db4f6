import type { Consent, ConsentInput, MutationSetLocationConsentArgs } from '#contract/schema.gen.ts'
import { type ConsentName, consentMessages, consentSchema } from '#rules/consents.ts'
import { type LegalName, legalNames } from '#rules/legal.ts'
import type { MemberContext, OperationContext, Services } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput, checkInput } from '../../platform/errors.ts'
import { readLegalText } from '../legal/legal-texts.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'

/** A consent as it is stored; `version` is null for `over14`, which has no text. */
type Agreed = { name: ConsentName; version: string | null }

/** @throws {AppError} BAD_USER_INPUT without a required consent, or when a text has changed since it was shown */
export async function checkConsent(
  services: Pick<Services, 'config' | 'db'>,
  consent: ConsentInput | null | undefined,
): Promise<Agreed[]> {
  if (!consent) return []
  const given = checkInput(consentSchema, consent)
  const agreed: Agreed[] = [{ name: 'over14', version: null }]
  const config = await loadConfigWithSiteName(services)
  for (const name of legalNames) {
    const version = given[name]
    if (!version) continue
    await requireCurrent(config, name, version)
    agreed.push({ name, version })
  }
  return agreed
}

/** @throws {AppError} BAD_USER_INPUT when the text has changed since it was shown */
async function requireCurrent(config: Services['config'], name: LegalName, version: string): Promise<void> {
  if (version !== (await readLegalText(config, name)).version) {
    throw badInput([{ field: name, message: consentMessages.changed }])
  }
}

export async function storeConsents(tx: Queryable, accountId: number, agreed: readonly Agreed[]): Promise<void> {
  if (agreed.length === 0) return
  await tx
    .insertInto('consents')
    .values(agreed.map((one) => ({ account_id: accountId, ...one })))
    .execute()
}

export async function loadConsents(db: Queryable, accountId: number): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['name', 'version', 'agreed_at', 'withdrawn_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ name, version, agreed_at, withdrawn_at }) => ({
    name,
    version,
    agreedAt: agreed_at.toISOString(),
    withdrawnAt: withdrawn_at?.toISOString() ?? null,
  }))
}

export async function getConsents(context: MemberContext): Promise<Consent[]> {
  return loadConsents(context.db, context.session.accountId)
}

/**
 * Agrees to that version of the location notice; without a version it withdraws the consent, whose date is kept.
 * @throws {AppError} BAD_USER_INPUT when the text has changed since it was shown
 */
export async function setLocationConsent(
  context: MemberContext,
  { version }: MutationSetLocationConsentArgs,
): Promise<Consent[]> {
  const { accountId } = context.session
  if (version) await agree(context, accountId, version)
  else
    await context.db
      .updateTable('consents')
      .set((eb) => ({ withdrawn_at: eb.fn<Date>('now', []) }))
      .where('account_id', '=', accountId)
      .where('name', '=', 'location')
      .where('withdrawn_at', 'is', null)
      .execute()
  return loadConsents(context.db, accountId)
}

async function agree(context: OperationContext, accountId: number, version: string): Promise<void> {
  await requireCurrent(await loadConfigWithSiteName(context), 'location', version)
  await context.db
    .insertInto('consents')
    .values({ account_id: accountId, name: 'location', version })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'name'])
        .doUpdateSet((eb) => ({ version, agreed_at: eb.fn<Date>('now', []), withdrawn_at: null })),
    )
    .execute()
}
