import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { sitePaths } from '#rules/paths.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { readDeliveryReport } from '../../../platform/mail/returns/delivery-report.ts'
import { type ProviderCall, readProviderCall } from '../../../platform/mail/returns/provider-events.ts'
import { storeReturnedMails } from './returned-mails.ts'

/** Providers send a few hundred kB at most. */
const BODY_BYTES = 1024 * 1024

/**
 * Adds the webhook by which a mail provider or the operator's mail server reports mails that came back: as JSON of the
 * provider, or as a mail (`message/rfc822`). Needs MAIL_HOOK_SECRET, which callers send as the password of the URL or as its
 * parameter `secret`. A report counts only for a mail with a name that this site signed.
 */
export async function registerMailHook(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'db' | 'secrets' | 'log'>,
): Promise<void> {
  const { hookSecret } = services.config.mail
  if (hookSecret === null) return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post(
    sitePaths.mailHook,
    { bodyLimit: BODY_BYTES, onRequest: requireSecret(hookSecret) },
    async (request, reply) => {
      const { returns, subscribeUrl } = await readCall(request)
      if (subscribeUrl !== null)
        services.log.warn(
          { subscribeUrl },
          'Amazon SNS asks whether to tell of mails that came back: open subscribeUrl once to confirm',
        )
      const noted = await app.inReadTurn(request, () => storeReturnedMails(services, returns))
      return reply.header('cache-control', 'no-store').send({ noted })
    },
  )
}

/** Refuses a request without the secret before its body is read. */
function requireSecret(secret: string): onRequestHookHandler {
  const wanted = Buffer.from(secret)
  return (request, reply, done) => {
    const given = Buffer.from(givenSecret(request))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return done()
    // Amazon SNS sends the password only after being asked for it.
    reply.header('www-authenticate', 'Basic realm="mail"')
    done(new HttpError(401, 'UNAUTHENTICATED'))
  }
}

function givenSecret({ headers, query }: FastifyRequest): string {
  const basic = /^basic +([a-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic !== undefined)
    return Buffer.from(basic, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '')
  const { secret } = query as { secret?: unknown }
  return typeof secret === 'string' ? secret : ''
}

async function readCall({ headers, body }: FastifyRequest): Promise<ProviderCall> {
  if (!Buffer.isBuffer(body)) throw new AppError('BAD_USER_INPUT')
  if (/^message\/rfc822\b/i.test(headers['content-type'] ?? ''))
    return { returns: await readDeliveryReport(body), subscribeUrl: null }
  try {
    return readProviderCall(body.toString('utf8'))
  } catch {
    throw new AppError('BAD_USER_INPUT')
  }
}
