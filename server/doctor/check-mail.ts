import type { Config } from '../config.ts'
import { createEmailJsTransport } from '../mail/emailjs.ts'
import { createSmtpTransport } from '../mail/smtp.ts'
import type { Transport } from '../mail/transport.ts'
import { type Finding, fine, look } from './finding.ts'

/** Logs in to the mail server, and with `recipient` sends a mail. @throws {MailError} */
export async function checkMail(config: Config, recipient: string | null): Promise<Finding[]> {
  const { smtpUrl, emailJs, from } = config.mail
  if (smtpUrl !== null) return use(createSmtpTransport(smtpUrl, from), new URL(smtpUrl).host, config, recipient)
  if (emailJs !== null) return use(createEmailJsTransport(emailJs), new URL(emailJs.url).host, config, recipient)
  return [
    look(`No mail server is named (SMTP_URL): mails are written to ${config.dataDir}/mail, and nobody gets them.`),
  ]
}

async function use(transport: Transport, host: string, config: Config, recipient: string | null): Promise<Finding[]> {
  try {
    await transport.check?.()
    const findings = [
      transport.check
        ? fine(`The mail server ${host} lets the site in.`)
        : fine(`Mails go to ${host}, which only a mail can try: npm run doctor -- --mail ADDRESS.`),
    ]
    if (recipient === null) return findings
    const subject = `${config.siteName}: 시험 메일`
    const text = '메일이 잘 도착했어요. npm run doctor가 보낸 메일이에요.'
    const id = `<doctor-${Date.now()}@${new URL(config.publicOrigin).hostname}>`
    await transport.send({ to: recipient, subject, text, html: `<p>${text}</p>` }, id)
    return [...findings, fine(`${host} has taken a mail to ${recipient}: see whether it arrives, and not as spam.`)]
  } finally {
    transport.close()
  }
}
