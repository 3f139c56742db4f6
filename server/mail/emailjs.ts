import type { EmailJsConfig } from '../config/services-config.ts'
import type { Message } from './queue-mail.ts'
import { MailError, type Transport } from './transport.ts'

const TIMEOUT_MS = 20_000

/** https://www.emailjs.com/docs/rest-api/send/; the account's template sets the subject. */
export function createEmailJsTransport(config: EmailJsConfig): Transport {
  return {
    async send(message: Message): Promise<void> {
      const reply = await fetch(config.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(emailJsBody(config, message)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => {
        const reason = error.cause instanceof Error ? error.cause.message : error.name
        throw new MailError(`EmailJS at ${new URL(config.url).host}: ${reason}`, false)
      })
      await reply.body?.cancel()
      if (!reply.ok)
        throw new MailError(
          `EmailJS at ${new URL(config.url).host} answered ${reply.status}`,
          reply.status === 400 || reply.status === 422,
        )
    },
    close: () => {},
  }
}

function emailJsBody(config: EmailJsConfig, message: Message) {
  return {
    service_id: config.serviceId,
    template_id: config.templateId,
    user_id: config.publicKey,
    ...(config.privateKey !== null && { accessToken: config.privateKey }),
    template_params: { message: message.text, to_email: message.to },
  }
}
