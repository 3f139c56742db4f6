import type { FastifyInstance } from 'fastify'
import { paths, safeReturnPath, sitePaths } from '#rules/paths.ts'
import {
  type LoginProvider,
  type LoginReturnResult,
  loginProviders,
  loginReturnFragment,
} from '#rules/provider-login.ts'
import type { OperationContext, Services } from '../../../platform/context.ts'
import { isDatabaseAway } from '../../../platform/database/is-database-away.ts'
import { AppError } from '../../../platform/errors.ts'
import { setLastWriteCookie } from '../../../platform/http/cookies.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { bucketOf, reserveAttempt } from '../../../platform/limits/attempts.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { FairGate } from '../../../platform/turns/fair-gate.ts'
import { buildContext } from '../../api/request-context.ts'
import { consumeOnce } from '../consume-once.ts'
import { findAccountByEmail } from '../find-account.ts'
import { isProviderAway } from './bounded-fetch.ts'
import { type Identity, identifyPerson } from './identify.ts'
import { linkIdentityToSession } from './link-identity.ts'
import { findLinkedLogin } from './linked-logins.ts'
import { openProviderLoginState, type ProviderLoginState } from './login-state.ts'
import { storePendingLogin } from './pending-login.ts'
import { signInByProvider } from './sign-in.ts'

/** Most identities that a process asks providers for at once, and those of one network among them. */
const AT_ONCE = 8
const OF_NETWORK = 4
const MOST_WAITING = 50
const WAIT_MS = 8000

/** Adds the route to which a provider sends a browser back, which only redirects; none if no provider is set up. */
export function registerProviderReturn(app: FastifyInstance, services: Services): void {
  const { logins } = services.config
  if (Object.keys(logins).length === 0) return
  const gate = new FairGate({ atOnce: AT_ONCE, ofGroup: OF_NETWORK, maxWaiting: MOST_WAITING, deadline: withinWait })
  app.get(sitePaths.loginReturn, { exposeHeadRoute: false }, async (request, reply) => {
    const { provider: name } = request.params as { provider: string }
    const provider = loginProviders.find((one) => one === name)
    const keys = provider && logins[provider]
    if (!keys) throw new HttpError(404, 'NOT_FOUND')
    const context = await buildContext(services, request, reply)
    const ask = (code: string, state: ProviderLoginState & { state: string }) =>
      gate.run([networkOf(context.ip)], () => identifyPerson(context.config, { provider, keys }, code, state))
    const target = await goOn(context, provider, request.query as Query, ask)
    await setLastWriteCookie(services, reply)
    return reply.header('cache-control', 'no-store').redirect(target, 303)
  })
}

async function withinWait(turn: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no turn at a provider')), WAIT_MS)
  return Promise.race([turn, late.promise]).finally(() => clearTimeout(timer))
}

type Query = Readonly<{ code?: unknown; state?: unknown; error?: unknown }>

type Ask = (code: string, state: ProviderLoginState & { state: string }) => Promise<Identity>

/** Handles a return and returns the path of the page that follows. */
async function goOn(context: OperationContext, provider: LoginProvider, query: Query, ask: Ask): Promise<string> {
  const state = openProviderLoginState(context, provider, query.state)
  // Any site can send a browser here with a false state, so that is not counted as an attempt.
  if (!state) return pageOf(null, provider, 'late')
  try {
    return await useReturn(context, state, query, ask)
  } catch (error) {
    const result = resultOf(error)
    if (result === 'failed') context.log.warn({ provider, reason: reasonOf(error) }, 'a login at a provider failed')
    return pageOf(state, provider, result)
  }
}

async function useReturn(
  context: OperationContext,
  state: ProviderLoginState,
  query: Query,
  ask: Ask,
): Promise<string> {
  const { db, secrets, config, ip } = context
  const { provider } = state
  const sealed = String(query.state)
  await reserveAttempt(db, [bucketOf(secrets, config.limits.providerLogins, 'login at a provider', networkOf(ip))])
  if (!(await consumeOnce(db, sealed, state.end))) return pageOf(state, provider, 'late')
  if (query.error !== undefined) return pageOf(state, provider, query.error === 'access_denied' ? 'denied' : 'failed')
  if (typeof query.code !== 'string' || query.code.length > LONGEST_CODE) return pageOf(state, provider, 'failed')
  const identity = await ask(query.code, { ...state, state: sealed })
  if (state.sessionId !== null)
    return pageOf(state, provider, await linkIdentityToSession(context, state.sessionId, identity))
  return enter(context, state, identity)
}

const LONGEST_CODE = 1000

async function enter(context: OperationContext, state: ProviderLoginState, identity: Identity): Promise<string> {
  const link = await findLinkedLogin(context.db, identity)
  if (link !== null) {
    const outcome = await signInByProvider(context, link, state)
    return outcome === 'in' ? safeReturnPath(state.next) : pageOf(state, state.provider, outcome)
  }
  const { email, isVerified } = identity
  const known = isVerified && email !== null ? await findAccountByEmail(context.db, email) : undefined
  storePendingLogin(context, { ...identity, signOuts: known?.sign_outs ?? 0 })
  return pageOf(state, state.provider, known ? 'known' : 'new')
}

/** The page that follows: the profile after linking, the sign-up for somebody new, otherwise the login. */
function pageOf(state: ProviderLoginState | null, provider: LoginProvider, result: LoginReturnResult): string {
  const page = state && state.sessionId !== null ? paths.profile : result === 'new' ? paths.signUp : paths.login
  const next = safeReturnPath(state?.next)
  const search = page === paths.profile || next === paths.home ? '' : `?${new URLSearchParams({ next })}`
  const invite = result === 'new' && state?.invite ? `&${new URLSearchParams({ invite: state.invite })}` : ''
  return `${page}${search}#${loginReturnFragment(provider, result)}${invite}`
}

function resultOf(error: unknown): LoginReturnResult {
  if (error instanceof AppError) {
    if (error.code === 'RATE_LIMITED') return 'often'
    return error.code === 'UNAVAILABLE' ? 'away' : 'failed'
  }
  if (isProviderAway(error)) return 'away'
  if (isDatabaseAway(error)) throw error
  return 'failed'
}

/** Names the error for the log, without values of the provider. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
