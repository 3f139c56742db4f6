import { randomBytes, randomInt } from 'node:crypto'
import { securityQuestions } from '#rules/account.ts'
import type { MemberContext, OperationContext, Services } from '#server/platform/context.ts'
import { Shown } from '#server/platform/database/shown.ts'
import { signup } from '#server/product/accounts/signup.ts'
import { updateUser } from '#server/product/accounts/user.ts'
import type { Town } from './read-town.ts'
import { uploadPicture } from './upload.ts'

export type Member = Readonly<{ username: string; handle: string; accountId: number }>

/** E-mail address of the demo's member at this index, from 0. */
export const demoEmailOf = (index: number) => `demo${index + 1}@example.com`

/** A random valid password. */
export function newPassword(): string {
  return `${randomBytes(6).toString('hex')}a1!`
}

/** Signs a member of the demo up by the site's own operations, with picture and introduction. */
export async function signUp(
  services: Services,
  { username, image, about }: Town['people'][number],
  { email, password }: { email: string; password: string },
): Promise<Member> {
  const visitor = visitorContext(services, randomBytes(16).toString('base64url'))
  const profile = {
    email,
    username,
    questionIndex: randomInt(securityQuestions.length),
    questionAnswer: randomBytes(8).toString('hex'),
    image: image && (await uploadPicture(visitor, image)),
  }
  const { jwt: handle } = await signup(visitor, { ...profile, password })
  const { id } = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', handle)
    .executeTakeFirstOrThrow()
  const member = { username, handle, accountId: id }
  await updateUser(contextOf(services, member), { ...profile, jwt: handle, about })
  return member
}

/** Context of an operation called by this member. */
export function contextOf(services: Services, { accountId, handle }: Member): MemberContext {
  return {
    ...visitorContext(services),
    session: {
      id: 0,
      accountId,
      handle,
      restricted: false,
      persistent: false,
      bypassesSharedCache: false,
      role: 'member',
      secondStep: 'done',
      suspendedUntil: null,
      isPending: false,
      isNew: false,
      isVerified: true,
    },
  }
}

function visitorContext(services: Services, uploader: string | null = null): OperationContext {
  const ignore = () => {}
  return {
    ...services,
    session: null,
    shown: new Shown(),
    cookies: {
      setSession: ignore,
      clearSession: ignore,
      knownDevice: null,
      setKnownDevice: ignore,
      clearKnownDevice: ignore,
      recoveryTicket: null,
      setRecoveryTicket: ignore,
      clearRecoveryTicket: ignore,
      halfLogin: null,
      setHalfLogin: ignore,
      clearHalfLogin: ignore,
      providerLogin: null,
      setProviderLogin: ignore,
      pendingLogin: null,
      setPendingLogin: ignore,
      clearPendingLogin: ignore,
    },
    ip: '127.0.0.1',
    userAgent: null,
    uploader,
    idempotencyKey: null,
  }
}
