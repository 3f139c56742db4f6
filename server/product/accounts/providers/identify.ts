import type { Configuration, ServerMetadata } from 'openid-client'
import * as v from 'valibot'
import { isEmail } from '#rules/account.ts'
import { sitePaths } from '#rules/paths.ts'
import type { LoginProvider } from '#rules/provider-login.ts'
import type { LoginKeys } from '../../../platform/config/login-config.ts'
import type { Config } from '../../../platform/config.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** A person as a provider knows them. `subject` never changes; the address may, and only a verified one proves something. */
export type Identity = Readonly<{
  provider: LoginProvider
  subject: string
  email: string | null
  isVerified: boolean
}>

/** Random values that the browser's return must match; made when the login begins and known to no other browser. */
export type LoginChecks = Readonly<{ state: string; nonce: string; verifier: string }>

type Provider = Readonly<{
  server: ServerMetadata
  parameters: Readonly<Record<string, string>>
  /** Whether the provider takes PKCE and sends an ID token. */
  isOpenid: boolean
}>

// As the providers' documents say in 2026: developers.kakao.com/docs/ko/kakaologin/rest-api,
// developers.naver.com/docs/login/api/api.md.
const providers: Readonly<Record<LoginProvider, (url: string | null) => Provider>> = {
  kakao: (url) => ({
    server: {
      issuer: url ?? 'https://kauth.kakao.com',
      authorization_endpoint: `${url ?? 'https://kauth.kakao.com'}/oauth/authorize`,
      token_endpoint: `${url ?? 'https://kauth.kakao.com'}/oauth/token`,
      jwks_uri: `${url ?? 'https://kauth.kakao.com'}/.well-known/jwks.json`,
      userinfo_endpoint: `${url ?? 'https://kapi.kakao.com'}/v1/oidc/userinfo`,
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    },
    parameters: { scope: 'openid account_email' },
    isOpenid: true,
  }),
  naver: (url) => ({
    server: {
      issuer: url ?? 'https://nid.naver.com',
      authorization_endpoint: `${url ?? 'https://nid.naver.com'}/oauth2.0/authorize`,
      token_endpoint: `${url ?? 'https://nid.naver.com'}/oauth2.0/token`,
      userinfo_endpoint: `${url ?? 'https://openapi.naver.com'}/v1/nid/me`,
    },
    parameters: {},
    isOpenid: false,
  }),
}

/** The library is loaded with the first login. */
const openidClient = () => import('openid-client')

const opened = new WeakMap<LoginKeys, Promise<Configuration>>()

/** Makes a configuration once for each provider's settings, because it keeps the provider's public keys. */
function open(provider: LoginProvider, keys: LoginKeys): Promise<Configuration> {
  const known = opened.get(keys) ?? configure(provider, keys)
  opened.set(keys, known)
  return known
}

async function configure(provider: LoginProvider, { clientId, clientSecret, url }: LoginKeys): Promise<Configuration> {
  const client = await openidClient()
  const { server, isOpenid } = providers[provider](url)
  const configuration = new client.Configuration(server, clientId, clientSecret)
  configuration[client.customFetch] = boundedFetch
  // The settings allow http on this machine alone.
  if (url?.startsWith('http:')) client.allowInsecureRequests(configuration)
  if (isOpenid) client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** A URL of the site itself, which is registered at the provider. */
function returnUrl({ publicOrigin }: Pick<Config, 'publicOrigin'>, provider: LoginProvider): URL {
  return new URL(sitePaths.loginReturn.replace(':provider', provider), publicOrigin)
}

type Site = Pick<Config, 'publicOrigin'>
type At = Readonly<{ provider: LoginProvider; keys: LoginKeys }>

/** URL of the provider at which the person signs in. */
export async function authorizationUrl(site: Site, { provider, keys }: At, checks: LoginChecks): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openidClient()
  const { parameters, isOpenid } = providers[provider](keys.url)
  const url = buildAuthorizationUrl(await open(provider, keys), {
    ...parameters,
    response_type: 'code',
    redirect_uri: returnUrl(site, provider).href,
    state: checks.state,
    ...(isOpenid && {
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    }),
  })
  return url.href
}

/**
 * Asks the provider who came back with this code. Its tokens are used for that alone, and forgotten.
 * @throws {Error} of which `isProviderAway` tells whether the provider could not be asked; otherwise its response was wrong
 */
export async function identifyPerson(
  site: Site,
  { provider, keys }: At,
  code: string,
  checks: LoginChecks,
): Promise<Identity> {
  const url = returnUrl(site, provider)
  url.search = new URLSearchParams({ code, state: checks.state }).toString()
  const configuration = await open(provider, keys)
  return provider === 'kakao' ? askKakao(configuration, url, checks) : askNaver(configuration, url, checks)
}

const subject = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/))

async function askKakao(configuration: Configuration, url: URL, checks: LoginChecks): Promise<Identity> {
  const { authorizationCodeGrant, fetchUserInfo } = await openidClient()
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const info = await fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '')
  const email = emailOf(info.email)
  return {
    provider: 'kakao',
    subject: v.parse(subject, info.sub),
    email,
    isVerified: email !== null && info.email_verified === true,
  }
}

const profile = v.object({
  resultcode: v.literal('00'),
  response: v.object({ id: subject, email: v.optional(v.unknown()) }),
})

/** Naver does not say whether it has verified the address, so the address proves nothing. */
async function askNaver(configuration: Configuration, url: URL, { state }: LoginChecks): Promise<Identity> {
  const { authorizationCodeGrant, fetchProtectedResource } = await openidClient()
  const tokens = await authorizationCodeGrant(configuration, url, { expectedState: state }, { state })
  const at = new URL(configuration.serverMetadata().userinfo_endpoint ?? '')
  const reply = await fetchProtectedResource(configuration, tokens.access_token, at, 'GET')
  const { response } = v.parse(profile, await reply.json())
  return { provider: 'naver', subject: response.id, email: emailOf(response.email), isVerified: false }
}

function emailOf(given: unknown): string | null {
  return typeof given === 'string' && isEmail(given) ? given : null
}
