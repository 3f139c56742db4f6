import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string; headers: string; text: string; html: string }

export type MailServer = {
  url: string
  received: ReceivedMail[]
  /** Refuses recipients with this reply, such as '550 5.1.1 no such mailbox'; null takes them again. */
  refuseRecipients(reply: string | null): void
  /** Answers the next messages with this code instead of accepting them; null accepts them again. */
  refuseWith(code: number | null): void
  close(): Promise<void>
}

type MailServerOptions = {
  port?: number
  encrypts?: boolean
}

/** A real SMTP server on this machine, with a self-signed certificate. */
export async function startMailServer({ port = 0, encrypts = true }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: number | null = null
  let refusedRecipients: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: encrypts ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo(_address, _session, done) {
      const [, code, text = ''] = /^(\d+) (.*)$/.exec(refusedRecipients ?? '') ?? []
      done(code === undefined ? null : Object.assign(new Error(text), { responseCode: Number(code) }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const refused =
          refusal === null ? null : Object.assign(new Error(`no such person: ${to}`), { responseCode: refusal })
        if (refused) return done(refused)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        received.push(parseMail(from, to, Buffer.concat(chunks).toString('utf8')))
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    received,
    refuseRecipients: (reply) => {
      refusedRecipients = reply
    },
    refuseWith: (code) => {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A mail of two base64 parts, text and HTML, as our server writes them. */
function parseMail(from: string, to: string[], raw: string): ReceivedMail {
  const lines = raw.replaceAll('\r\n', '\n')
  const part = (type: string) => {
    const body = new RegExp(`Content-Type: ${type};[^]*?\n\n([A-Za-z0-9+/=\n]+)`).exec(lines)?.[1] ?? ''
    return Buffer.from(body, 'base64').toString('utf8')
  }
  const headers = lines.slice(0, lines.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ')
  return { from, to, raw, headers, text: part('text/plain'), html: part('text/html') }
}
