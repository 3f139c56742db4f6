import { randomBytes } from 'node:crypto'
import type * as v from 'valibot'
import type { MutationSignupArgs, SignupMode, User } from '#contract/schema.gen.ts'
import { emailKey, signupSchema } from '#rules/account.ts'
import { invitationMessages } from '#rules/invitations.ts'
import { moderationMessages } from '#rules/moderation.ts'
import { loginReturnFailure } from '#rules/provider-login.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { type Bucket, bucketOf, countAttempt } from '../../platform/limits/attempts.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { replaceShownImages } from '../../platform/pictures/image-uses.ts'
import { requireNoHeldWord } from '../enforcement/decisions.ts'
import { loadSignupMode, requireAllowedSignup } from '../enforcement/require-writer.ts'
import { consumeInvitation, isInvitationOpen, storeUsedInvitation } from '../invitations/invitations.ts'
import { loadSiteName } from '../look/load-look.ts'
import { queueWebhookEvent } from '../webhooks/queue-event.ts'
import { checkConsent, storeConsents } from './consents.ts'
import { type Account, findAccountByEmail, findAccountById, requireNotRecoveryAddress } from './find-account.ts'
import { issueDeviceToken, requireRoomForStranger, strangerGroup } from './known-device.ts'
import type { Identity } from './providers/identify.ts'
import { linkIdentity } from './providers/linked-logins.ts'
import { requirePendingLogin } from './providers/pending-login.ts'
import { closeSession, openSession } from './sessions/sessions.ts'
import {
  emailProbesBucket,
  presentUser,
  refuseTakenEmail,
  requireEmailProbesLeft,
  requireOrdinaryName,
} from './user.ts'

/**
 * Makes an account, and opens a session that ends with the browser.
 * @throws {AppError} BAD_USER_INPUT, CONFLICT, EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function signup(context: OperationContext, args: MutationSignupArgs): Promise<User> {
  const input = checkInput(signupSchema, args)
  requireRoomForStranger(context, [signupsOf(context), emailProbesBucket(context)])
  const agreed = await checkConsent(context, args.consent)
  const invite = args.invite || null
  const identity = args.provider ? requirePendingLogin(context, args.provider) : null
  requireOpen(await loadSignupMode(context.db), { invite, isInvited: await isInvitationOpen(context.db, invite) })
  await requireAllowedSignup(context.db, input.email, context.ip)
  requireOrdinaryName(input.username, await loadSiteName(context))
  await requireEmailProbesLeft(context)
  await requireNoHeldWord(context.db, { username: input.username })
  try {
    if (await findAccountByEmail(context.db, input.email)) throw new AppError('CONFLICT')
    const { account, token } = await countSignup(context, () =>
      openAccount(context, { ...input, invite, identity }, agreed),
    )
    context.cookies.setSession(token, false)
    context.cookies.setKnownDevice(issueDeviceToken(context.secrets, account))
    if (identity) context.cookies.clearPendingLogin()
    return presentUser(context, account, false)
  } catch (error) {
    return refuseTakenEmail(context, error)
  }
}

type SignupInput = v.InferOutput<typeof signupSchema> & {
  invite: string | null
  /** Identity at a provider, which is linked to the new account. */
  identity: Identity | null
}

/** @throws {AppError} FORBIDDEN while sign-up is closed to all but the invited */
function requireOpen(
  mode: SignupMode,
  { invite, isInvited }: Readonly<{ invite: string | null; isInvited: boolean }>,
): void {
  if (mode !== 'closed' || isInvited) return
  throw new AppError('FORBIDDEN', {
    message: invite === null ? moderationMessages.signupClosed : invitationMessages.over,
  })
}

function countSignup<T>(context: OperationContext, work: () => Promise<T>): Promise<T> {
  return countAttempt(context.db, [signupsOf(context)], work)
}

function signupsOf({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.signup, 'signup', networkOf(ip))
}

async function openAccount(
  context: OperationContext,
  input: SignupInput,
  agreed: Awaited<ReturnType<typeof checkConsent>>,
): Promise<{ account: Account; token: string }> {
  const passwordHash = await context.passwords.inTurn(strangerGroup(context.ip), (work) => work.hash(input.password))
  return context.db.transaction().execute(async (tx) => {
    const { invite } = input
    const invitation = invite === null ? null : await consumeInvitation(tx, invite)
    const mode = await loadSignupMode(tx)
    requireOpen(mode, { invite, isInvited: invitation !== null })
    const isPending = mode === 'approval' && invitation === null
    const account = await addAccount(tx, context, { ...input, isPending }, passwordHash)
    if (invitation !== null) await storeUsedInvitation(tx, account.id, invitation)
    await storeConsents(tx, account.id, agreed)
    if (input.identity) await linkNew(tx, account.id, input.identity)
    await queueWebhookEvent(tx, 'signup', { handle: account.handle, pending: isPending })
    if (context.session) await closeSession(tx, context.session.id)
    const session = { accountId: account.id, persistent: false, userAgent: context.userAgent }
    return { account, token: await openSession(tx, session) }
  })
}

async function addAccount(
  tx: Queryable,
  context: OperationContext,
  input: SignupInput & { isPending: boolean },
  passwordHash: string,
): Promise<Account> {
  const { id } = await tx
    .insertInto('accounts')
    .values({
      handle: randomBytes(16).toString('base64url'),
      email: input.email,
      email_key: emailKey(input.email),
      username: input.username,
      password_hash: passwordHash,
      question_index: input.questionIndex,
      answer_sealed: context.secrets.seal(input.questionAnswer, 'security answer'),
      is_pending: input.isPending,
      email_verified: !context.config.mail.verifies || hasVerified(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await requireNotRecoveryAddress(tx, input.email, id)
  const urls = input.image ? [input.image] : []
  const shown = await context.images.claim(tx, urls, { uploader: context.uploader, accountId: id })
  await replaceShownImages(tx, { account_id: id }, shown)
  const account = await findAccountById(tx, id)
  if (!account) throw new Error('the new account cannot be read')
  return account
}

/** The provider has verified exactly this address. */
function hasVerified({ identity, email }: Pick<SignupInput, 'identity' | 'email'>): boolean {
  return identity?.isVerified === true && identity.email !== null && emailKey(identity.email) === emailKey(email)
}

/** @throws {AppError} EXPIRED once another account has the identity */
async function linkNew(tx: Queryable, accountId: number, identity: Identity): Promise<void> {
  const { provider } = identity
  const outcome = await linkIdentity(tx, accountId, identity)
  const failure = outcome === 'same' ? undefined : loginReturnFailure(provider, outcome)
  if (failure) throw new AppError('EXPIRED', { message: failure })
}
