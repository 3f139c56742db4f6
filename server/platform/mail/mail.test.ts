import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { buildUser } from '#tests/factories.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { ownPort } from '#tests/own-port.ts'
import { DEAD_WORKER, type Site, startSite } from '#tests/site.ts'
import { queueMail, requeueLostMails, sendMail } from './queue.ts'
import { createSmtpTransport } from './transports.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const returns = { isStopped: async () => false, note: async () => 0 }

const message = { to: 'hana@naver.com', subject: '안내', text: '본문: 가나다\n', html: '<p>본문: 가나다</p>' }

async function mailingSite(env: Record<string, string>): Promise<Site & { queue(lifetime?: number): Promise<void> }> {
  const site = await startSite({ env, mailer: 'as configured' })
  closing.push(() => site.close())
  const user = await buildUser(site.api)
  const { id } = await site.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', user.handle)
    .executeTakeFirstOrThrow()
  return {
    ...site,
    queue: (lifetime = 3600) => queueMail(site.db, site.services.secrets, { accountId: id, message, lifetime }),
  }
}

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  closing.push(() => server.close())
  return server
}

const countWaiting = async (site: Site) => (await site.db.selectFrom('mails').select('id').execute()).length

const makeRetriesDue = (site: Site) => sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.db)

test('a mail reaches the SMTP server as text and HTML in Korean, and is deleted', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url, MAIL_FROM: '맛나눔 <no-reply@matnanum.kr>' })
  await site.queue()
  expect(await dumpDatabase(site.db)).not.toMatch(/hana@naver|가나다/)
  await site.mails()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    from: 'no-reply@matnanum.kr',
    to: ['hana@naver.com'],
    text: message.text,
    html: message.html,
  })
  expect(server.received[0]?.headers).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(server.received[0]?.headers).toMatch(/^Message-ID: <[0-9a-f]{32}@127\.0\.0\.1>$/m)
  expect(await countWaiting(site)).toBe(0)
})

test('a rolled-back change sends nothing', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url })
  const failed = site.db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await queueMail(tx, site.services.secrets, { accountId: id, message, lifetime: 60 })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await site.mails()
  expect(server.received).toEqual([])
})

test('while the mail server is away the mail waits with growing pauses, and is then sent once', async () => {
  const port = await ownPort()
  const site = await mailingSite({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await site.queue()
  const pauses = []
  for (let i = 0; i < 3; i++) {
    await site.mails()
    const { rows } = await sql<{ pause: number; last_error: string }>`
      select extract(epoch from run_at - now())::float as pause, last_error from graphile_worker.jobs`.execute(site.db)
    pauses.push(rows[0]?.pause ?? 0)
    expect(rows[0]?.last_error).toBe(
      `mail not sent: 127.0.0.1:${port} cannot be reached (ESOCKET): connect ECONNREFUSED 127.0.0.1:${port}`,
    )
    await makeRetriesDue(site)
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[0]).toBeGreaterThan(1)
  expect(await countWaiting(site)).toBe(1)
  const server = await mailServer({ port })
  await site.mails()
  await site.mails()
  expect(server.received).toHaveLength(1)
  expect(await countWaiting(site)).toBe(0)
})

test('an expired mail is not sent, and is deleted', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url })
  await site.queue()
  await sql`update mails set expires_at = now()`.execute(site.db)
  await site.mails()
  expect(server.received).toEqual([])
  await requeueLostMails(site.db)
  expect(await countWaiting(site)).toBe(0)
})

test('a mail whose worker died while sending is sent once by another worker', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url })
  await site.queue()
  // Leftovers of a killed worker: locks on the job and the mail.
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${DEAD_WORKER}, attempts = 1`.execute(
    site.db,
  )
  await sql`update mails set leased_until = now() + interval '2 minutes'`.execute(site.db)
  await requeueLostMails(site.db)
  await site.mails()
  expect(server.received).toEqual([])
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes'`.execute(site.db)
  await sql`update mails set leased_until = leased_until - interval '3 minutes'`.execute(site.db)
  await requeueLostMails(site.db)
  await requeueLostMails(site.db)
  await site.mails()
  expect(server.received).toHaveLength(1)
  expect(await countWaiting(site)).toBe(0)
})

test('two workers that take the same mail send it once', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url })
  await site.queue()
  const { id } = await site.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await Promise.all(Array.from({ length: 5 }, () => sendMail(site.services, id, returns)))
  expect(server.received).toHaveLength(1)
})

test('a permanently refused mail is deleted, and its address is in no log and no job', async () => {
  const server = await mailServer()
  const site = await mailingSite({ SMTP_URL: server.url })
  await site.queue()
  server.refuseWith(450)
  await site.mails()
  expect(await countWaiting(site)).toBe(1)
  expect(await dumpDatabase(site.db)).not.toContain('hana@')
  server.refuseWith(550)
  await makeRetriesDue(site)
  await site.mails()
  expect(await countWaiting(site)).toBe(0)
  expect(site.logged()).toContain('refused it (EMESSAGE 550)')
  expect(site.logged()).not.toContain('hana@')
})

test('without a mail server the mail is a file that only its owner may read, and the log has its path', async () => {
  const site = await mailingSite({})
  await site.queue()
  await site.mails()
  const folder = path.join(site.config.dataDir, 'mail')
  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/^[0-9a-f]{32}\.eml$/)
  const file = path.join(folder, name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readFile(file, 'utf8')).toContain('To: hana@naver.com')
  expect(site.logged()).toContain(JSON.stringify(file))
})

test('EmailJS leads no mail elsewhere', async () => {
  let asked = 0
  const elsewhere = createServer((_request, response) => {
    asked += 1
    response.end('OK')
  })
  const location = await listen(elsewhere)
  const emailJs = createServer((_request, response) => response.writeHead(307, { location }).end())
  const site = await mailingSite({
    EMAILJS_SERVICE_ID: 'service_1',
    EMAILJS_TEMPLATE_ID: 'template_1',
    EMAILJS_PUBLIC_KEY: 'public_1',
    EMAILJS_URL: await listen(emailJs),
  })
  await site.queue()
  await site.mails()
  expect([asked, await countWaiting(site)]).toEqual([0, 1])
})

test('EmailJS gets its identifiers, message and to_email, and a failure is retried', async () => {
  const bodies: unknown[] = []
  let status = 500
  const emailJs = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(status).end('OK')
    })
  })
  const site = await mailingSite({
    EMAILJS_SERVICE_ID: 'service_1',
    EMAILJS_TEMPLATE_ID: 'template_1',
    EMAILJS_PUBLIC_KEY: 'public_1',
    EMAILJS_URL: await listen(emailJs),
  })
  await site.queue()
  await site.mails()
  expect(await countWaiting(site)).toBe(1)
  status = 200
  await makeRetriesDue(site)
  await site.mails()
  expect(await countWaiting(site)).toBe(0)
  const body = {
    service_id: 'service_1',
    template_id: 'template_1',
    user_id: 'public_1',
    template_params: { message: message.text, to_email: 'hana@naver.com' },
  }
  expect(bodies).toEqual([body, body])
})

test('mail leaves this machine only encrypted, unless the operator allows plain text', async () => {
  const server = await mailServer({ encrypts: false })
  // The transport treats 0.0.0.0 as another machine's address; the system as this machine's.
  const foreign = server.url.replace('127.0.0.1', '0.0.0.0')
  const plain = await mailingSite({ SMTP_URL: foreign })
  await plain.queue()
  await plain.mails()
  expect(server.received).toEqual([])
  expect(await countWaiting(plain)).toBe(1)
  const allowed = await mailingSite({ SMTP_URL: `${foreign}?ignoreTLS=true` })
  await allowed.queue()
  await allowed.mails()
  expect(server.received).toHaveLength(1)
})

test('faults of the mail settings are named', () => {
  const faults = () => loadConfig({ SMTP_URL: 'http://x', EMAILJS_SERVICE_ID: 'only one' })
  expect(faults).toThrow(/SMTP_URL must look like.*\n.*belong together/)
})

test.each(['hana@naver.com, thief@gmail.com', 'hana@naver.com\r\nBcc: thief@gmail.com', 'a <thief@gmail.com>'])(
  'a mail to %j, which is not a single address, goes to nobody',
  async (to) => {
    const server = await mailServer()
    const sending = transportTo(server).send({ ...message, to }, '<1@127.0.0.1>')
    await expect(sending).rejects.toMatchObject({
      message: expect.stringMatching(/^mail not sent: 127.+ refused it \(EENVELOPE 501\)$/),
      permanent: true,
    })
    expect(server.received).toEqual([])
  },
)

test('a subject of two lines adds no header and no recipient', async () => {
  const server = await mailServer()
  await transportTo(server).send({ ...message, subject: '안내\r\nBcc: thief@gmail.com' }, '<1@127.0.0.1>')
  expect(server.received).toMatchObject([{ to: ['hana@naver.com'] }])
  expect(server.received[0]?.headers).not.toMatch(/^bcc:/im)
})

function transportTo({ url }: { url: string }) {
  const transport = createSmtpTransport(url, 'no-reply@matnanum.kr')
  closing.push(async () => transport.close())
  return transport
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
