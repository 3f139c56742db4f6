import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { createEmailJsTransport } from './emailjs.ts'
import { createFileTransport } from './file.ts'
import { createSmtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/** SMTP when it is configured, else EmailJS, else files in the data folder (P32). */
export function createTransport(config: Config, log: FastifyBaseLogger): Transport {
  if (config.mail.smtpUrl !== null) return createSmtpTransport(config.mail.smtpUrl, config.mail.from)
  if (config.mail.emailJs !== null) return createEmailJsTransport(config.mail.emailJs)
  return createFileTransport(config, log)
}
