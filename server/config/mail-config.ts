import type { EnvReader } from '../env-reader.ts'

export type MailConfig = Readonly<{
  from: string
  smtpUrl: string | null
  /** Before their first post members show that their address is theirs. */
  verifies: boolean
  emailJs: EmailJsConfig | null
}>

export type EmailJsConfig = Readonly<{
  serviceId: string
  templateId: string
  publicKey: string
  /** EmailJS requires it unless the account allows calls without one. */
  privateKey: string | null
  url: string
}>

export function readMailConfig(reader: EnvReader, siteName: string, hostname: string | undefined): MailConfig {
  const smtpUrl = readSmtpUrl(reader.optional('SMTP_URL'), reader.faults)
  const emailJs = readEmailJs(reader)
  return {
    from: readSender(reader.text('MAIL_FROM', `${siteName} <no-reply@${hostname}>`), reader.faults),
    smtpUrl,
    emailJs,
    verifies: reader.onOff('VERIFY_EMAIL', smtpUrl !== null || emailJs !== null),
  }
}

/** An e-mail address, alone or in angle brackets after a name. Required, or mails would have no sender. */
function readSender(value: string, faults: string[]): string {
  const [, address = value] = /<([^<>]*)>$/.exec(value) ?? []
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    faults.push(`MAIL_FROM must look like 맛나눔 <no-reply@example.kr>, but is "${value}".`)
  }
  return value
}

function readSmtpUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    faults.push('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  }
  return value
}

function readEmailJs(reader: EnvReader): EmailJsConfig | null {
  const serviceId = reader.optional('EMAILJS_SERVICE_ID')
  const templateId = reader.optional('EMAILJS_TEMPLATE_ID')
  const publicKey = reader.optional('EMAILJS_PUBLIC_KEY')
  const privateKey = reader.optional('EMAILJS_PRIVATE_KEY')
  const url = reader.optional('EMAILJS_URL') ?? 'https://api.emailjs.com/api/v1.0/email/send'
  if (!URL.canParse(url)) reader.faults.push(`EMAILJS_URL must be an address, but is "${url}".`)
  if (serviceId && templateId && publicKey) {
    return { serviceId, templateId, publicKey, privateKey, url }
  }
  if (serviceId || templateId || publicKey) {
    reader.faults.push(
      'EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID and EMAILJS_PUBLIC_KEY belong together: set all three or none.',
    )
  }
  return null
}
