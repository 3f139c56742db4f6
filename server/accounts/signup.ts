import { randomBytes } from 'node:crypto'
import type * as v from 'valibot'
import type { MutationSignupArgs, User } from '#contract/schema.gen.ts'
import { emailKey, signupSchema } from '#rules/account.ts'
import { checkInput } from '../check-input.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { countTaken, isTaken, requireTakenLeft } from './email-taken.ts'
import { type Account, findAccountByEmail, findAccountById } from './find-account.ts'
import { requireNotKept } from './former-identity.ts'
import { issueDevice } from './known-device.ts'
import { presentUser } from './present-user.ts'
import { closeSession, openSession } from './sessions.ts'

/**
 * Makes an account and signs its owner in, for as long as the browser is open.
 * @throws {AppError} BAD_USER_INPUT, CONFLICT for a taken e-mail address, RATE_LIMITED after many of those, UNAVAILABLE
 */
export async function signup(context: OperationContext, args: MutationSignupArgs): Promise<User> {
  const input = checkInput(signupSchema, args)
  context.passwords.requireRoom()
  await requireTakenLeft(context)
  try {
    if (await findAccountByEmail(context.db, input.email)) throw new AppError('CONFLICT')
    const passwordHash = await context.passwords.inTurn((work) => work.hash(input.password))
    const { account, token } = await context.db.transaction().execute(async (tx) => {
      const account = await addAccount(tx, context, input, passwordHash)
      if (context.session) await closeSession(tx, context.session.id)
      const session = { accountId: account.id, persistent: false, userAgent: context.userAgent }
      return { account, token: await openSession(tx, session) }
    })
    context.cookies.setSession(token, false)
    context.cookies.setKnownDevice(issueDevice(context.secrets, account.id))
    return presentUser(context, account, false)
  } catch (error) {
    if (isTaken(error)) await countTaken(context)
    throw isTaken(error) ? new AppError('CONFLICT') : error
  }
}

type SignupInput = v.InferOutput<typeof signupSchema>

async function addAccount(
  tx: Queryable,
  context: OperationContext,
  input: SignupInput,
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await requireNotKept(tx, input.email, id)
  const image = await context.images.claim(tx, input.image, { uploader: context.uploader, accountId: id })
  await tx
    .updateTable('accounts')
    .set({ image_id: image.imageId, image_url: image.imageUrl })
    .where('id', '=', id)
    .execute()
  const account = await findAccountById(tx, id)
  if (!account) throw new Error('the account just added is not there')
  return account
}
