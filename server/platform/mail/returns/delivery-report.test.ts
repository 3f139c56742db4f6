import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { readDeliveryReport } from './delivery-report.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const headers = `From: no-reply@town.kr\nTo: hana@naver.com\nSubject: =?utf-8?B?7JWI64K0?=\nMessage-ID: <${NAME}@town.kr>`

type Report = {
  status?: string
  original?: string
  type?: string
  kind?: string
  eol?: string
}

const failed =
  'Final-Recipient: rfc822; hana@naver.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user'

function report({
  status = `Reporting-MTA: dns; mail.town.kr\nArrival-Date: Mon, 30 Nov 2026 00:00:00 +0000\n\n${failed}`,
  original = `${headers}\n\n본문`,
  type = 'message/rfc822',
  kind = 'message/delivery-status',
  eol = '\r\n',
}: Report = {}): Buffer {
  const lines = [
    'From: MAILER-DAEMON@mail.town.kr (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${kind.split('/')[1]};`,
    '\tboundary="edge"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--edge',
    'Content-Type: text/plain; charset=euc-kr',
    '',
    'I am sorry',
    '',
    '--edge',
    `Content-Type: ${kind}`,
    '',
    status,
    '',
    '--edge',
    `Content-Type: ${type}`,
    '',
    original,
    '',
    '--edge--',
    '',
  ]
  return Buffer.from(lines.join('\n').replaceAll('\n', eol))
}

const hard = { name: NAME, email: 'hana@naver.com', kind: 'hard' }

test.each<[string, Report]>([
  ['the whole mail', {}],
  ['its header alone', { type: 'text/rfc822-headers', original: headers }],
  ['lines that end as on Unix', { eol: '\n' }],
  ['a folded field', { status: `Reporting-MTA: dns; x\n\n${failed.replace('smtp; 550', 'smtp;\n  550')}` }],
  ['a type with parameters', { type: 'Message/RFC822; charset=utf-8' }],
  [
    'names of fields in other letters',
    { status: `reporting-mta: dns; x\n\n${failed.replace('Action', 'ACTION').replace('Status', 'STATUS')}` },
  ],
  [
    'the address in brackets',
    { status: `Reporting-MTA: dns; x\n\n${failed.replace('hana@naver.com', '<hana@naver.com>')}` },
  ],
  ['a global report', { kind: 'message/global-delivery-status' }],
])('a report with %s', async (_name, given) => {
  expect(await readDeliveryReport(report(given))).toEqual([hard])
})

test('a report names the address of before a forwarding, if it can', async () => {
  const status = `Reporting-MTA: dns; x\n\nOriginal-Recipient: rfc822;hana@naver.com\n${failed.replace('hana@naver.com', 'other@corp.kr')}`
  expect(await readDeliveryReport(report({ status }))).toEqual([hard])
})

test('a full mailbox is soft, a refused sender nothing, and a delay nothing', async () => {
  const kinds = async (...changes: [string, string][]) => {
    const status = changes.reduce((text, [from, to]) => text.replace(from, to), `Reporting-MTA: dns; x\n\n${failed}`)
    return (await readDeliveryReport(report({ status }))).map(({ kind }) => kind)
  }
  expect(await kinds(['5.1.1', '5.2.2'], ['550 5.1.1 no such user', '552 5.2.2 full'])).toEqual(['soft'])
  expect(await kinds(['5.1.1', '5.7.1'], ['5.1.1 no such user', '5.7.1 not welcome'])).toEqual([])
  expect(await kinds(['failed', 'delayed'])).toEqual([])
  expect(await kinds(['failed', 'delivered'])).toEqual([])
})

test('a report of spam is a complaint, and one of something else nothing', async () => {
  const status = 'Feedback-Type: abuse\nUser-Agent: Loop/1\nVersion: 1\nOriginal-Rcpt-To: <hana@naver.com>'
  const kind = 'message/feedback-report'
  expect(await readDeliveryReport(report({ kind, status }))).toEqual([{ ...hard, kind: 'complaint' }])
  expect(await readDeliveryReport(report({ kind, status: status.replace('abuse', 'not-spam') }))).toEqual([])
})

test('other mails and broken reports are nothing', async () => {
  const away = 'From: hana@naver.com\nSubject: 휴가 중\nContent-Type: text/plain\n\n다음 주에 돌아와요.'
  const broken = [
    away,
    '',
    '\0\0\0',
    `${headers}\n\nFinal-Recipient: rfc822; hana@naver.com\nAction: failed\nStatus: 5.1.1`,
    report().toString().slice(0, 400),
    report({ original: headers.replace(NAME, 'someone') }).toString(),
    report({ status: '' }).toString(),
    report({ status: 'Action: failed' }).toString(),
  ]
  for (const raw of broken) expect(await readDeliveryReport(Buffer.from(raw)), raw).toEqual([])
})

test('a returned mail may be long, whose text does not matter', async () => {
  const original = `${headers}\n\n${'가나다라마바사\n'.repeat(20_000)}`
  expect(await readDeliveryReport(report({ original }))).toEqual([hard])
})

/** Only the first mail in the report is the one that was returned. */
test('a name in a mail within the returned mail counts for nothing', async () => {
  const inner = `From: x@y.kr\nMessage-ID: <z@y.kr>\nContent-Type: multipart/mixed; boundary=in\n\n--in\nContent-Type: message/rfc822\n\n${headers}\n\ntext\n--in--`
  expect(await readDeliveryReport(report({ original: inner }))).toEqual([])
})

test.each([
  ['parts in parts', `${'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(20_000)}`],
  ['boundaries', `Content-Type: multipart/report; boundary=a\n\n${'--a\n\n'.repeat(150_000)}`],
  ['recipients', report({ status: `Reporting-MTA: dns; x\n\n${`${failed}\n\n`.repeat(6000)}` }).toString()],
  ['a header without an end', `Subject: ${'a'.repeat(1_000_000)}`],
  ['empty lines', '\n'.repeat(1_000_000)],
  [
    'a field of a megabyte',
    report({
      status: `Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ${'a'.repeat(900_000)}\nAction: failed\nStatus: 5.1.1`,
    }).toString(),
  ],
])('a megabyte of %s is bounded', async (_name, raw) => {
  const parse = vi.spyOn(PostalMime, 'parse')
  const found = await readDeliveryReport(Buffer.from(raw))
  const given = parse.mock.calls[0]?.[0] as Buffer
  expect(given.length).toBeLessThanOrEqual(256 * 1024)
  expect(given.toString().split('\n').length).toBeLessThanOrEqual(2001)
  expect(found.length).toBeLessThanOrEqual(20)
})
