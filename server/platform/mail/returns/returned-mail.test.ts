import { expect, test } from 'vitest'
import { Secrets } from '../../secrets.ts'
import { kindOfRefusal, mailNameIn, nameMail, sentAtOf } from './returned-mail.ts'

const secrets = new Secrets('a secret of at least thirty-two characters')
const email = 'hana@naver.com'
const random = Buffer.from('deadbeef', 'hex')
const day = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - days * 86_400_000)

test('a name tells when a mail was sent, to its address alone and for a month', () => {
  const name = nameMail(secrets, { email, sentAt: day(1), random })
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(sentAtOf(secrets, { name, email })).toBe(day(1).getTime() / 1000)
  expect(sentAtOf(secrets, { name, email: 'HANA@Naver.com' })).not.toBe(null)
  expect(sentAtOf(secrets, { name, email: 'hana@gmail.com' })).toBe(null)
  const old = nameMail(secrets, { email, sentAt: day(31), random })
  expect(sentAtOf(secrets, { name: old, email })).toBe(null)
})

test('a name with any digit changed, of another site or too short is none', () => {
  const name = nameMail(secrets, { email, sentAt: day(0), random })
  for (let at = 0; at < name.length; at++) {
    const changed = name.slice(0, at) + (name[at] === '0' ? '1' : '0') + name.slice(at + 1)
    expect(sentAtOf(secrets, { name: changed, email }), changed).toBe(null)
  }
  const others = new Secrets('another secret of at least thirty-two characters')
  expect(sentAtOf(others, { name, email })).toBe(null)
  expect(sentAtOf(secrets, { name: name.slice(0, 16), email })).toBe(null)
  expect(sentAtOf(secrets, { name: '', email })).toBe(null)
})

test('names of before count after a change of the secret key', () => {
  const name = nameMail(secrets, { email, sentAt: day(0), random })
  const next = new Secrets(
    'the next secret of at least thirty-two characters',
    'a secret of at least thirty-two characters',
  )
  expect(sentAtOf(next, { name, email })).not.toBe(null)
})

const NAME = '0123456789abcdef0123456789abcdef'

test.each([
  [`<${NAME}@town.kr>`, NAME],
  [` ${NAME.toUpperCase()}@town.kr `, NAME],
  [NAME, NAME],
  [`<${NAME}0@town.kr>`, null],
  [`<a${NAME.slice(1)}@town.kr> <b@c>`, null],
  ['<someone@else.kr>', null],
  ['', null],
])('the name in %j', (text, name) => {
  expect(mailNameIn(text)).toBe(name)
})

test.each([
  ['5.1.1', '', 'hard'],
  ['5.1.10', '', 'hard'],
  ['5.2.1', '', 'hard'],
  ['', '550 5.1.1 <hana@naver.com> no such user', 'hard'],
  ['', '550-5.1.1 The account does not exist', 'hard'],
  ['', '550 no such person', 'hard'],
  ['5.0.0', 'smtp; 550 unknown user', 'hard'],
  ['5.2.2', '552 mailbox full', 'soft'],
  ['4.4.1', 'connection timed out', 'soft'],
  ['4.2.2', '452 4.2.2 over quota', 'soft'],
  ['5.4.4', 'host not found', 'soft'],
  ['', '552 over quota', 'soft'],
  // Refusals because of the sender are no reason to stop mails to members.
  ['5.7.1', '550 5.7.1 not welcome', null],
  ['', '554 5.7.1 Relay access denied', null],
  ['', '550 relay not permitted', null],
  ['', '550 blocked for its reputation', null],
  ['5.1.8', '550 bad sender', null],
  ['5.3.4', 'too large', null],
  ['2.0.0', '250 ok', null],
  ['', '554 transaction failed', null],
  ['', '', null],
  ['nonsense', 'from 10.5.1.1 at 12:30', null],
])('a refusal %j %j means %s', (status, reply, kind) => {
  expect(kindOfRefusal(status, reply)).toBe(kind)
})
