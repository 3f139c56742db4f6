import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The person who is signed in at the provider. */
export type ProviderPerson = { id: string; email?: string | undefined; isVerified?: boolean }

/** Ways in which the provider departs from its documents. */
export type ProviderLies = {
  issuer?: string
  audience?: string
  nonce?: string
  /** Seconds until the id token expires. */
  expires?: number
  signature?: 'of another key' | 'none'
  /** Id in the user information, instead of the person's. */
  infoOf?: string
  withoutIdToken?: true
  error?: string
  /** Paths: that never answers, answers 500, answers without end, redirects, answers with broken JSON. */
  hangs?: string
  fails?: string
  overflows?: string
  redirects?: string
  mumbles?: string
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

const providerKeys = {
  clientId: 'site-of-the-test',
  clientSecret: 'secret-of-the-site',
  adminKey: 'admin-of-the-site',
}

type Grant = { person: ProviderPerson; redirectUri: string; nonce: string | null; challenge: string | null }
type Unlink = { authorization: string | undefined; body: string }

/**
 * A local provider of logins that behaves as the documents of Kakao (OpenID Connect, PKCE) and Naver (OAuth 2) say, or with
 * `lies`. Everybody who comes is signed in as `person`.
 */
export async function startLoginProvider() {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, ProviderPerson>()
  const unlinks: Unlink[] = []
  const asked: string[] = []
  const provider = {
    person: { id: '1001' } as ProviderPerson,
    lies: {} as ProviderLies,
    /** Addresses of the site to which it sends browsers back; any, while empty. */
    redirectUris: [] as string[],
    unlinkStatus: 200,
    unlinks,
    /** Paths of requests, without queries. */
    asked,
    origin: '',
    close: async () => {},
  }

  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://own.invalid')
    const body = new URLSearchParams(await bodyOf(request))
    asked.push(url.pathname)
    const { lies } = provider
    if (lies.hangs === url.pathname) return
    if (lies.fails === url.pathname) return void reply.writeHead(500).end()
    if (lies.redirects === url.pathname)
      return void reply.writeHead(302, { location: `${provider.origin}/elsewhere` }).end()
    if (lies.mumbles === url.pathname) return void reply.writeHead(200, { 'content-type': 'application/json' }).end('{')
    if (lies.overflows === url.pathname) return overflow(reply)
    if (url.pathname === '/oauth/authorize' || url.pathname === '/oauth2.0/authorize') return authorize(url, reply)
    if (url.pathname === '/oauth/token' || url.pathname === '/oauth2.0/token')
      return exchange(url.pathname, body, reply)
    if (url.pathname === '/.well-known/jwks.json') return json(reply, { keys: [publicKey()] })
    if (url.pathname === '/v1/user/unlink') {
      unlinks.push({ authorization: request.headers.authorization, body: body.toString() })
      return json(reply, { id: body.get('target_id') }, provider.unlinkStatus)
    }
    const person = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!person) return json(reply, { error: 'invalid_token' }, 401)
    if (url.pathname === '/v1/oidc/userinfo') {
      const { id, email, isVerified } = person
      return json(reply, { sub: lies.infoOf ?? id, ...(email && { email, email_verified: isVerified ?? false }) })
    }
    const { id, email } = person
    return json(reply, { resultcode: '00', message: 'success', response: { id, ...(email && { email }) } })
  })

  function authorize({ pathname, searchParams }: URL, reply: ServerResponse): void {
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const isKnown = provider.redirectUris.length === 0 || provider.redirectUris.includes(redirectUri)
    if (searchParams.get('client_id') !== providerKeys.clientId || !isKnown) {
      return void reply.writeHead(400).end('KOE006')
    }
    const back = new URL(redirectUri)
    back.searchParams.set('state', searchParams.get('state') ?? '')
    if (provider.lies.error) back.searchParams.set('error', provider.lies.error)
    else {
      const code = randomBytes(24).toString('base64url')
      const isKakao = pathname === '/oauth/authorize'
      grants.set(code, {
        person: provider.person,
        redirectUri,
        nonce: isKakao ? searchParams.get('nonce') : null,
        challenge: isKakao ? searchParams.get('code_challenge') : null,
      })
      back.searchParams.set('code', code)
    }
    reply.writeHead(302, { location: back.href }).end()
  }

  function exchange(pathname: string, body: URLSearchParams, reply: ServerResponse) {
    const isKakao = pathname === '/oauth/token'
    // Naver says with 200 what was wrong.
    const refuse = (error: string) => json(reply, { error, error_description: 'no' }, isKakao ? 400 : 200)
    const isClient =
      body.get('client_id') === providerKeys.clientId && body.get('client_secret') === providerKeys.clientSecret
    if (!isClient) return refuse('invalid_client')
    const grant = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    if (!grant) return refuse('invalid_grant')
    if (isKakao && grant.redirectUri !== body.get('redirect_uri')) return refuse('invalid_grant')
    if (grant.challenge !== null && grant.challenge !== challengeOf(body.get('code_verifier') ?? '')) {
      return refuse('invalid_grant')
    }
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, grant.person)
    const common = { access_token: token, refresh_token: randomBytes(24).toString('base64url'), token_type: 'bearer' }
    if (!isKakao) return json(reply, { ...common, expires_in: '3600' })
    const idToken = provider.lies.withoutIdToken ? {} : { id_token: idTokenOf(grant) }
    json(reply, { ...common, ...idToken, expires_in: 21_599, refresh_token_expires_in: 5_183_999, scope: 'openid' })
  }

  function idTokenOf({ person, nonce }: Grant): string {
    const { lies } = provider
    const now = Math.floor(Date.now() / 1000)
    const isUnsigned = lies.signature === 'none'
    const header = isUnsigned ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', typ: 'JWT', kid: KEY }
    const claims = {
      iss: lies.issuer ?? provider.origin,
      aud: lies.audience ?? providerKeys.clientId,
      sub: person.id,
      iat: now,
      auth_time: now,
      exp: now + (lies.expires ?? 21_599),
      nonce: lies.nonce ?? nonce ?? undefined,
    }
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const { privateKey } = lies.signature === 'of another key' ? otherKeys : keys
    return `${signed}.${isUnsigned ? '' : sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return provider
}

/** Settings of a site that knows both providers. */
export function providerSettings({ origin }: { origin: string }): Record<string, string> {
  const { clientId, clientSecret, adminKey } = providerKeys
  return Object.fromEntries([
    ...['KAKAO', 'NAVER'].flatMap((name) => [
      [`${name}_LOGIN_CLIENT_ID`, clientId],
      [`${name}_LOGIN_CLIENT_SECRET`, clientSecret],
      [`${name}_LOGIN_URL`, origin],
    ]),
    ['KAKAO_LOGIN_ADMIN_KEY', adminKey],
  ])
}

const KEY = 'key-of-the-provider'

function publicKey() {
  return { ...keys.publicKey.export({ format: 'jwk' }), kid: KEY, alg: 'RS256', use: 'sig' }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function json(reply: ServerResponse, value: object, status = 200): void {
  reply.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(value))
}

/** Sends until the other side goes away. */
function overflow(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/json' })
  const part = Buffer.alloc(64 * 1024, ' ')
  const go = () => {
    while (!reply.destroyed && reply.write(part));
  }
  reply.on('drain', go).on('error', () => {})
  go()
}
