import type { MutationBeginTwoStepArgs, MutationConfirmTwoStepArgs, TwoStepSetup } from '#contract/schema.gen.ts'
import { hasRecoveryCodeForm, twoStepCodeSchema, twoStepLimits, twoStepMessages } from '#rules/two-step.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import { AppError, badInput, checkInput } from '../../../platform/errors.ts'
import { findAccountById } from '../find-account.ts'
import { queueNotice } from '../mails/notices.ts'
import { confirmChange, currentPasswordHash } from '../passkeys/confirm-owner.ts'
import { makeTotpKey, timeStepOf, totpUri } from './codes.ts'
import { hasTwoStep } from './consume-code.ts'
import { replaceRecoveryCodes } from './own-two-step.ts'

/**
 * Makes a new key, which is sealed into `setup` and stored only once a code made with it was right.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, CONFLICT, EXPIRED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 */
export async function beginTwoStep(context: MemberContext, args: MutationBeginTwoStepArgs): Promise<TwoStepSetup> {
  return confirmChange(context, args, () => newSetup(context))
}

async function newSetup({ db, secrets, config, session }: MemberContext): Promise<TwoStepSetup> {
  const account = await findAccountById(db, session.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  if (await hasTwoStep(db, account.id)) throw isOn()
  const key = makeTotpKey()
  const end = Date.now() + twoStepLimits.minutes * 60_000
  const setup = secrets.seal([session.id, end, key].join(':'), 'two-step setup').toString('base64url')
  return { key, uri: totpUri(key, account.email, config.siteName), setup }
}

/** Returns the recovery codes. @throws {AppError} BAD_USER_INPUT, CONFLICT, EXPIRED, RATE_LIMITED */
export async function confirmTwoStep(context: MemberContext, args: MutationConfirmTwoStepArgs): Promise<string[]> {
  const { code } = checkInput(twoStepCodeSchema, args)
  const { secrets, session } = context
  return limited(context, 'change', async () => {
    const key = openSetup(context, args.setup)
    const step = hasRecoveryCodeForm(code) ? null : timeStepOf(key, code, Date.now())
    if (step === null) throw badInput([{ field: 'code', message: twoStepMessages.codeWrong }])
    return context.db.transaction().execute(async (tx) => {
      // Logins lock the account too, so after this none opens a session without a code. Open sessions stay.
      await currentPasswordHash(tx, session, 'lock')
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('two_steps')
        .values({
          account_id: session.accountId,
          secret_sealed: secrets.seal(key, 'two-step key'),
          last_step: step,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) throw isOn()
      await tx.updateTable('sessions').set({ two_step: true }).where('id', '=', session.id).execute()
      await queueNotice(tx, context, session.accountId, ['two-step on'])
      return replaceRecoveryCodes(tx, session.accountId)
    })
  })
}

/** @throws {AppError} EXPIRED for a setup that is too old, forged, or of another session */
function openSetup({ secrets, session }: MemberContext, setup: string): string {
  const sealed = Buffer.from(setup.slice(0, 400), 'base64url')
  const value = secrets.canOpen(sealed, 'two-step setup') ? secrets.open(sealed, 'two-step setup') : ''
  const [of, end, key = ''] = value.split(':')
  if (of !== String(session.id) || Number(end) <= Date.now()) {
    throw new AppError('EXPIRED', { message: twoStepMessages.setupLate })
  }
  return key
}

const isOn = () => new AppError('CONFLICT', { message: twoStepMessages.isOn })
