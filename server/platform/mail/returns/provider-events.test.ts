import { expect, test } from 'vitest'
import { readProviderCall } from './provider-events.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const ID = `<${NAME}@town.kr>`
const email = 'hana@naver.com'

const read = (call: unknown) => readProviderCall(JSON.stringify(call)).returns
const kinds = (call: unknown) => read(call).map(({ kind }) => kind)
const is = (kind: string) => [{ name: NAME, email, kind }]

const mail = { messageId: '0100-000000', destination: [email], commonHeaders: { messageId: ID, subject: '안내' } }
const bounce = (
  fields: object = {},
  recipient: object = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: email, action: 'failed', ...recipient }],
    ...fields,
  },
  mail,
})
const complaint = (fields: object = {}) => ({
  notificationType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: null, ...fields },
  mail,
})
const wrapped = (message: unknown, fields: object = {}) => ({
  Type: 'Notification',
  MessageId: 'x',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  ...fields,
})

test('Amazon SES, through SNS or raw', () => {
  expect(read(wrapped(bounce()))).toEqual(is('hard'))
  expect(read(bounce())).toEqual(is('hard'))
  const { notificationType, ...event } = bounce()
  expect(read(wrapped({ ...event, eventType: notificationType }))).toEqual(is('hard'))
  expect(read(wrapped(bounce({ bounceSubType: 'Suppressed' }, {})))).toEqual(is('hard'))
  expect(read(wrapped(bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }, {})))).toEqual(is('soft'))
  expect(read(wrapped(bounce({ bounceType: 'Transient', bounceSubType: 'ContentRejected' }, {})))).toEqual([])
  expect(read(wrapped(bounce({}, { status: '5.7.1', diagnosticCode: 'smtp; 550 5.7.1 not welcome' })))).toEqual([])
  expect(read(wrapped(complaint()))).toEqual(is('complaint'))
  expect(read(wrapped(complaint({ complaintFeedbackType: 'not-spam' })))).toEqual([])
  expect(read(wrapped({ notificationType: 'Delivery', delivery: {}, mail }))).toEqual([])
  const { commonHeaders, ...withoutHeaders } = mail
  expect(read(wrapped({ ...bounce(), mail: withoutHeaders }))).toEqual([])
})

test('the question of Amazon SNS is passed on only if it leads to Amazon', () => {
  const urlOf = (url: string) =>
    readProviderCall(JSON.stringify(wrapped('?', { Type: 'SubscriptionConfirmation', SubscribeURL: url }))).subscribeUrl
  const right = 'https://sns.ap-northeast-2.amazonaws.com/?Action=ConfirmSubscription&Token=abc'
  expect(urlOf(right)).toBe(right)
  for (const url of [
    'http://sns.ap-northeast-2.amazonaws.com/',
    'https://sns.ap-northeast-2.amazonaws.com.evil.example/',
    'https://evil.example/?sns.ap-northeast-2.amazonaws.com',
    'https://sns.ap-northeast-2.amazonaws.com@evil.example/',
    'https://a@sns.ap-northeast-2.amazonaws.com/',
    'https://sns.ap-northeast-2.amazonaws.com:8443/',
    'https://bucket.s3.amazonaws.com/',
    'https://169.254.169.254/latest/meta-data',
    `${right}${'a'.repeat(2000)}`,
    'nonsense',
    '',
  ])
    expect(urlOf(url), url).toBe(null)
  expect(kinds(wrapped(bounce(), { Type: 'UnsubscribeConfirmation' }))).toEqual([])
})

test('Mailgun', () => {
  const event = (fields: object) => ({
    signature: { timestamp: '1', token: 'a', signature: 'b' },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      recipient: email,
      message: { headers: { 'message-id': `${NAME}@town.kr` } },
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 no such user' },
      ...fields,
    },
  })
  expect(read(event({}))).toEqual(is('hard'))
  expect(kinds(event({ 'delivery-status': { code: 550, message: 'no such user' } }))).toEqual(['hard'])
  expect(kinds(event({ 'delivery-status': { code: 552, message: 'full' } }))).toEqual(['soft'])
  expect(kinds(event({ 'delivery-status': { code: 550, 'enhanced-code': '5.7.1', message: 'not welcome' } }))).toEqual(
    [],
  )
  expect(kinds(event({ severity: 'temporary' }))).toEqual([])
  expect(kinds(event({ reason: 'suppress-bounce', 'delivery-status': { code: 605, message: '' } }))).toEqual(['hard'])
  expect(kinds(event({ reason: 'suppress-complaint' }))).toEqual(['complaint'])
  expect(kinds(event({ reason: 'old', 'delivery-status': { code: 602, message: 'Too old' } }))).toEqual(['soft'])
  expect(kinds(event({ event: 'complained', severity: undefined, reason: undefined }))).toEqual(['complaint'])
  expect(kinds(event({ event: 'delivered', severity: undefined, reason: undefined }))).toEqual([])
})

test('Postmark', () => {
  const event = (Type: string, RecordType = 'Bounce') => ({
    RecordType,
    Type,
    Email: email,
    MessageID: '883953f4',
    Metadata: { mail: NAME },
  })
  expect(read(event('HardBounce'))).toEqual(is('hard'))
  expect(kinds(event('BadEmailAddress'))).toEqual(['hard'])
  expect(kinds(event('SoftBounce'))).toEqual(['soft'])
  expect(kinds(event('SpamComplaint', 'SpamComplaint'))).toEqual(['complaint'])
  for (const type of ['Transient', 'AutoResponder', 'Blocked', 'constructor', '__proto__'])
    expect(kinds(event(type))).toEqual([])
  expect(kinds({ ...event('HardBounce'), RecordType: 'Delivery' })).toEqual([])
  expect(kinds({ ...event('HardBounce'), Metadata: {} })).toEqual([])
})

test('SendGrid, many at once', () => {
  const event = (fields: object) => ({ email, timestamp: 1, mail: NAME, sg_event_id: 'x', ...fields })
  const calls = [
    event({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 unknown' }),
    event({ event: 'bounce', type: 'bounce', status: '5.2.2', reason: '552 full' }),
    event({ event: 'bounce', type: 'blocked', status: '5.7.1', reason: '550 5.7.1 not welcome' }),
    event({ event: 'dropped', reason: 'Bounced Address' }),
    event({ event: 'dropped', reason: 'Spam Reporting Address' }),
    event({ event: 'dropped', reason: 'Unsubscribed Address' }),
    event({ event: 'spamreport' }),
    event({ event: 'deferred', response: '450 later' }),
    event({ event: 'delivered' }),
    event({ event: 'bounce', mail: undefined, 'smtp-id': ID, status: '5.1.1', reason: '' }),
    'nonsense',
    null,
  ]
  expect(kinds(calls)).toEqual(['hard', 'soft', 'hard', 'complaint', 'complaint', 'hard'])
})

test('anybody else by plain JSON', () => {
  for (const kind of ['hard', 'soft', 'complaint']) expect(read({ message_id: ID, email, kind })).toEqual(is(kind))
  expect(
    read([
      { message_id: ID, email, kind: 'hard' },
      { message_id: NAME, email, kind: 'soft' },
    ]),
  ).toHaveLength(2)
  expect(read({ message_id: ID, email, kind: 'delivered' })).toEqual([])
})

test.each([
  ['a number', '7'],
  ['null', 'null'],
  ['a text', '"a"'],
  ['an empty list', '[]'],
  ['lists in lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ['other types', JSON.stringify({ message_id: 1, email: {}, kind: [] })],
  ['a message that is no JSON', JSON.stringify(wrapped('{'))],
  ['a message in a message', JSON.stringify(wrapped(wrapped(bounce())))],
  ['a long address', JSON.stringify({ message_id: ID, email: 'a'.repeat(5000), kind: 'hard' })],
  ['a prototype', '{"__proto__":{"message_id":"x","email":"y","kind":"hard"}}'],
])('%s is nothing', (_name, body) => {
  expect(readProviderCall(body)).toEqual({ returns: [], subscribeUrl: null })
})

test('what is no JSON is refused', () => {
  expect(() => readProviderCall('')).toThrow(SyntaxError)
  expect(() => readProviderCall('message_id=1')).toThrow(SyntaxError)
})

test('as many events as a megabyte has are read, and no more things that are none', () => {
  const events = (count: number) =>
    Array.from({ length: count }, () => ({ message_id: NAME, email: 'a@b.kr', kind: 'soft' }))
  const megabyte = JSON.stringify(events(13_000))
  expect(megabyte.length).toBeGreaterThan(1024 * 1024)
  expect(readProviderCall(megabyte).returns).toHaveLength(13_000)
  expect(readProviderCall(JSON.stringify([...Array(14_000).fill({}), ...events(1)])).returns).toEqual([])
})
