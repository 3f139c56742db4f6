import type { FastifyInstance } from 'fastify'
import { weeklyMailMessages } from '#rules/notifications.ts'
import { paths, sitePaths } from '#rules/paths.ts'
import type { Services } from '../../platform/context.ts'
import { sendPlainPage } from '../../platform/http/http-error.ts'
import { isUnsubscribeToken, unsubscribeByToken } from '../accounts/mails/weekly-mail.ts'

const BODY_BYTES = 1024

const FORM = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${weeklyMailMessages.end}</button></form>`
const SETTINGS = `<a href="${paths.profile}#notifications">알림 설정</a>`

/**
 * Adds the route of the link that ends weekly mails. GET only asks, because scanners open links; POST ends the mails, from the
 * page or at once from a mail program (RFC 8058), without cookie and origin. The token alone authorizes.
 */
export async function registerUnsubscribe(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'secrets'>,
): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => null)
  const at = sitePaths.unsubscribe
  app.get<{ Querystring: { token?: unknown } }>(at, async ({ query: { token } }, reply) =>
    isUnsubscribeToken(services.secrets, String(token))
      ? sendPlainPage(reply, 200, weeklyMailMessages.ask, FORM, '')
      : sendPlainPage(reply, 404, weeklyMailMessages.unknownLink, '', SETTINGS),
  )
  app.post<{ Querystring: { token?: unknown } }>(at, async ({ query: { token } }, reply) =>
    (await unsubscribeByToken(services, String(token)))
      ? sendPlainPage(reply, 200, weeklyMailMessages.ended, '', SETTINGS)
      : sendPlainPage(reply, 404, weeklyMailMessages.unknownLink, '', SETTINGS),
  )
}
