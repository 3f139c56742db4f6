import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type * as v from 'valibot'
import type { MutationUpdateArgs, QueryUserArgs, User } from '#contract/schema.gen.ts'
import { accountMessages, answerKey, emailKey, profileSchema } from '#rules/account.ts'
import { looksOfficial } from '#rules/official-names.ts'
import { limited, type MemberContext, type OperationContext, requireOwnHandle } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput, checkInput } from '../../platform/errors.ts'
import { type Bucket, bucketOf, requireAttemptsLeft, reserveAttempt } from '../../platform/limits/attempts.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { loadShownImages, replaceShownImages } from '../../platform/pictures/image-uses.ts'
import { requireNoHeldWord } from '../enforcement/decisions.ts'
import { lockWriter, requireAllowedDomain } from '../enforcement/require-writer.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'
import {
  type Account,
  findAccountById,
  keepFormerAnswer,
  keepFormerEmail,
  requireNotRecoveryAddress,
} from './find-account.ts'
import type { AccountChange } from './mails/emails.ts'
import { queueNotice } from './mails/notices.ts'

/** The signed-in person's own account. @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another handle */
export async function getUser(context: MemberContext, args: QueryUserArgs): Promise<User> {
  const session = requireOwnHandle(context.session, args.jwt)
  const account = await findAccountById(context.db, session.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return presentUser(context, account, session.restricted)
}

/** Restricted sessions do not get the security answer: whoever reads the owner's mail could recover again with it. */
export function presentUser(
  context: Pick<OperationContext, 'images' | 'secrets'>,
  account: Account,
  restricted: boolean,
): User {
  return {
    image: context.images.urlOf(account.image_key, account.image_url),
    email: account.email,
    username: account.username,
    about: account.about,
    jwt: account.handle,
    questionIndex: account.question_index,
    questionAnswer: restricted ? '' : context.secrets.open(account.answer_sealed, 'security answer'),
    restricted,
    role: account.role,
    matchesTastes: account.matches_tastes,
  }
}

type Profile = v.InferOutput<typeof profileSchema>

/**
 * Replaces what the caller's profile form has.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN also as `refuseBarredWriter`, CONFLICT for a taken address,
 * RATE_LIMITED
 */
export async function updateUser(context: MemberContext, args: MutationUpdateArgs): Promise<User> {
  const session = requireOwnHandle(context.session, args.jwt)
  const profile = checkInput(profileSchema, args)
  try {
    const named = { ...context, config: await loadConfigWithSiteName(context) }
    const account = await limited(context, 'change', () => replace(named, session.accountId, profile))
    changesOf(context.db).announce(null)
    return presentUser(context, account, session.restricted)
  } catch (error) {
    return refuseTakenEmail(context, error)
  }
}

function replace(context: OperationContext, accountId: number, profile: Profile): Promise<Account> {
  return context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
    const before = await findAccountById(tx, accountId)
    if (!before) throw new AppError('UNAUTHENTICATED')
    if (emailKey(profile.email) !== before.email_key) await requireEmailProbesLeft(context, tx)
    await store(tx, context, before, profile)
    const account = await findAccountById(tx, accountId)
    if (!account) throw new AppError('UNAUTHENTICATED')
    return account
  })
}

async function store(tx: Queryable, context: OperationContext, before: Account, profile: Profile): Promise<void> {
  const changes = changedFields(context, before, profile)
  if (changes.includes('email')) {
    await requireAllowedDomain(tx, profile.email)
    await countEmailChange(tx, context, before.id)
  }
  if (changes.length > 0) await queueNotice(tx, context, before.id, changes)
  if (changes.includes('email')) await keepFormerEmail(tx, before.id, before.email)
  if (changes.includes('answer')) await keepFormerAnswer(tx, before.id, before)
  const claimant = { uploader: context.uploader, accountId: before.id }
  const shownBefore = await loadShownImages(tx, { account_id: before.id })
  const shown = await context.images.claim(tx, profile.image ? [profile.image] : [], claimant, shownBefore)
  const isSameImage = isDeepStrictEqual(shown, shownBefore)
  await requireShowable(tx, context, before, { ...profile, isSameImage })
  await tx
    .updateTable('accounts')
    .set({
      email: profile.email,
      email_key: emailKey(profile.email),
      ...(changes.includes('email') && {
        email_verified: !context.config.mail.verifies,
        email_since: sql<Date>`now()`,
      }),
      username: profile.username,
      ...(profile.about !== null && { about: profile.about }),
      question_index: profile.questionIndex,
      answer_sealed: context.secrets.seal(profile.questionAnswer, 'security answer'),
    })
    .where('id', '=', before.id)
    .execute()
  await replaceShownImages(tx, { account_id: before.id }, shown, shownBefore)
  if (changes.includes('email')) await requireNotRecoveryAddress(tx, profile.email, before.id)
}

/** Only accounts that may write can change what others see. */
async function requireShowable(
  tx: Queryable,
  { session, config }: OperationContext,
  before: Account,
  { username, about, isSameImage }: Pick<Profile, 'username' | 'about'> & { isSameImage: boolean },
): Promise<void> {
  const texts = {
    ...(username !== before.username && { username }),
    ...(about !== null && about !== before.about && { about }),
  }
  if (Object.keys(texts).length > 0 || !isSameImage) await lockWriter(tx, before.id)
  if (texts.username !== undefined && session?.role === 'member') requireOrdinaryName(texts.username, config.siteName)
  await requireNoHeldWord(tx, texts)
}

/** @throws {AppError} BAD_USER_INPUT for a nickname that looks like a moderator's */
export function requireOrdinaryName(username: string, siteName: string): void {
  if (looksOfficial(username, siteName))
    throw badInput([{ field: 'username', message: accountMessages.usernameOfficial }])
}

function changedFields({ secrets }: OperationContext, before: Account, profile: Profile): AccountChange[] {
  const answer = secrets.open(before.answer_sealed, 'security answer')
  const isSameAnswer =
    before.question_index === profile.questionIndex && answerKey(answer) === answerKey(profile.questionAnswer)
  const isSameEmail = before.email_key === emailKey(profile.email)
  return [...(isSameEmail ? [] : ['email' as const]), ...(isSameAnswer ? [] : ['answer' as const])]
}

/** Checks, without counting, that the network may test more addresses for accounts. @throws {AppError} RATE_LIMITED */
export async function requireEmailProbesLeft(context: OperationContext, db: Queryable = context.db): Promise<void> {
  await requireAttemptsLeft(db, [emailProbesBucket(context)])
}

/** Counts a change that failed because the address is taken. @throws {AppError} CONFLICT, RATE_LIMITED; another error as it is */
export async function refuseTakenEmail(context: OperationContext, error: unknown): Promise<never> {
  if (!isEmailConflict(error)) throw error
  await reserveAttempt(context.db, [emailProbesBucket(context)])
  throw new AppError('CONFLICT')
}

/** Thrown by the check beforehand, or by the unique index when two people choose the same address at once. */
function isEmailConflict(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'CONFLICT'
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email_key_key'
}

/** Counter of the attempts by which a network found out that an address has an account. */
export function emailProbesBucket({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.signupTaken, 'taken', networkOf(ip))
}

/** Call it in the transaction of the change, so that failed changes do not count. @throws {AppError} RATE_LIMITED */
async function countEmailChange(
  tx: Queryable,
  { secrets, config }: Pick<OperationContext, 'secrets' | 'config'>,
  accountId: number,
): Promise<void> {
  const bucket = bucketOf(secrets, config.limits.emailChanges, 'e-mail change', String(accountId))
  try {
    await reserveAttempt(tx, [bucket])
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
    const message = accountMessages.emailChangedOften(error.retryAfter)
    throw new AppError('RATE_LIMITED', {
      message,
      fields: [{ field: 'email', message }],
      retryAfter: error.retryAfter,
    })
  }
}
