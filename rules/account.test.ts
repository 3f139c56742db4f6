import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountLimits,
  accountMessages,
  answerKey,
  changePasswordSchema,
  emailDomains,
  emailKey,
  isEmail,
  loginSchema,
  meetsPasswordRules,
  normalizePassword,
  profileSchema,
  recoverySchema,
  signupSchema,
} from './account.ts'
import { errorMessages } from './errors.ts'
import { validateInput } from './validate.ts'

const signup = {
  username: '김하나',
  email: 'hana@naver.com',
  password: 'abcd123!',
  questionIndex: 0,
  questionAnswer: '파랑',
  image: null,
}
const refused = (input: object) => {
  const checked = validateInput(signupSchema, { ...signup, ...input })
  return checked.ok ? [] : checked.fields
}

test('an e-mail address is alphanumerics with single separators, @, and a domain of the same form that ends in 2 or 3 letters', () => {
  const run = fc.stringMatching(/^[0-9A-Za-z]{1,6}$/)
  const part = fc
    .tuple(run, fc.array(fc.tuple(fc.constantFrom('-', '_', '.'), run), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.map((pair) => pair.join('')).join(''))
  const ending = fc.stringMatching(/^[A-Za-z]{2,3}$/)
  fc.assert(
    fc.property(part, part, ending, (local, domain, last) => {
      expect(isEmail(`${local}@${domain}.${last}`)).toBe(true)
      for (const wrong of [`${local}@${domain}`, `${local}${domain}.${last}`, `${local}@@${domain}.${last}`]) {
        expect(isEmail(wrong) && !/\.[a-z]{2,3}$/i.test(domain)).toBe(false)
      }
      for (const wrong of [`-${local}`, `${local}.`, `${local}__x`, `${local}+x`, `${local} x`, `한${local}`]) {
        expect(isEmail(`${wrong}@${domain}.${last}`)).toBe(false)
      }
      expect(isEmail(`${local}@${domain}.${last}rrr`)).toBe(false)
    }),
  )
})

test('a hostile address is checked at once', () => {
  const started = performance.now()
  for (const text of [`${'a.'.repeat(100_000)}@`, 'a'.repeat(250), `${'a'.repeat(120)}@${'a-'.repeat(60)}`]) {
    expect(isEmail(text)).toBe(false)
  }
  // A few milliseconds; backtracking would take minutes.
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('every offered domain makes a valid address', () => {
  expect(emailDomains).toHaveLength(6)
  for (const domain of emailDomains) expect(isEmail(`hana@${domain}`)).toBe(true)
})

test('addresses that differ only in case are equal', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(emailKey(email.toUpperCase())).toBe(emailKey(email))
    }),
  )
})

test('a password has 8 to 15 characters with a letter, a digit and a special character', () => {
  const characters = fc.constantFrom(...'abzABZ0189!@#$%^*+=-.,_ 가나🍜é')
  fc.assert(
    fc.property(fc.array(characters, { minLength: 6, maxLength: 17 }), (list) => {
      const expected =
        list.length >= 8 &&
        list.length <= 15 &&
        list.some((one) => /^[A-Za-z]$/.test(one)) &&
        list.some((one) => /^\d$/.test(one)) &&
        list.some((one) => '!@#$%^*+=-'.includes(one))
      expect(meetsPasswordRules(list.join(''))).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})

test('a password is the same in every composition of its Hangul', () => {
  const password = '한글비밀번호ab1!'
  expect(normalizePassword(password.normalize('NFD'))).toBe(normalizePassword(password))
  expect(validateInput(loginSchema, { email: signup.email, password: password.normalize('NFD') })).toMatchObject({
    value: { password },
  })
})

test('a password is the same with control characters that were pasted with it, and one that could be chosen so far stays as it is', () => {
  for (const pasted of [
    '\vabcd123!',
    'abcd123!\0',
    'ab\x1bcd123!',
    'abcd\u0085123!',
    'abcd123!\ud83c',
    '\x7fabcd123!\f',
  ])
    expect(normalizePassword(pasted)).toBe('abcd123!')
  for (const kept of [
    'ab\u2028cd123!',
    'ab\tcd123!',
    'ab\ncd123!',
    'ab\u200Bcd12!',
    '\uFEFFabcd123!',
    'abcd123!\uFFFE',
  ])
    expect(normalizePassword(kept)).toBe(kept)
})

test('an address is the one that is seen, whatever was pasted with it', () => {
  for (const pasted of [
    'hana@naver.com\v',
    '\uFEFFhana@naver.com',
    'ha\u200Bna@naver.com',
    'hana@naver.com\u2028',
    'hana@\0naver.com',
  ])
    expect(validateInput(loginSchema, { email: pasted, password: 'x' })).toMatchObject({
      value: { email: 'hana@naver.com' },
    })
})

test('answers are compared regardless of case, surrounding spaces and composition', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (answer) => {
      expect(answerKey(` ${answer.normalize('NFD')} `)).toBe(answerKey(answer))
      expect(answerKey(answerKey(answer))).toBe(answerKey(answer))
    }),
  )
  expect(answerKey(' Blue  SKY ')).toBe('blue sky')
  expect(answerKey('Straße')).toBe(answerKey('STRASSE'))
  expect(answerKey('STRAẞE')).toBe(answerKey('strasse'))
  expect(answerKey('ΟΔΟΣ')).toBe(answerKey('οδοσ'))
})

test.each([
  ['email', '', '이메일을 입력해주세요.'],
  ['email', 'hana', '이메일을 형식으로 입력해주세요'],
  ['email', `${'a'.repeat(250)}@b.kr`, '이메일을 형식으로 입력해주세요'],
  ['password', '', '비밀번호를 입력해주세요.'],
  ['password', 'abcd1234', '비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.'],
  ['username', ' \u200B ', '닉네임을 입력해주세요.'],
  ['username', '가'.repeat(accountLimits.username + 1), accountMessages.usernameLong],
  ['questionAnswer', '', '질문에 답을 해야 합니다.'],
  ['questionAnswer', '가'.repeat(accountLimits.questionAnswer + 1), accountMessages.answerLong],
  ['questionIndex', 6, errorMessages.BAD_USER_INPUT],
  ['questionIndex', -1, errorMessages.BAD_USER_INPUT],
  ['questionIndex', 0.5, errorMessages.BAD_USER_INPUT],
  ['username', '\u0301', '닉네임을 입력해주세요.'],
])('sign-up refuses %s %j with its message', (field, value, message) => {
  expect(refused({ [field]: value })).toEqual([{ field, message }])
})

test('every form has its own message for an empty answer or password', () => {
  const fields = (checked: ReturnType<typeof validateInput>) =>
    checked.ok ? [] : checked.fields.map(({ message }) => message)
  expect(fields(validateInput(profileSchema, { ...signup, questionAnswer: '' }))).toEqual(['질문의 답을 적어주세요.'])
  expect(fields(validateInput(recoverySchema, { ...signup, questionAnswer: '' }))).toEqual(['답변을 입력해주세요.'])
  expect(fields(validateInput(changePasswordSchema, { password: '', newPassword: '' }))).toEqual([
    '현재 비밀번호를 입력해주세요.',
    '비밀번호를 입력해주세요.',
  ])
  expect(fields(validateInput(loginSchema, { email: '', password: '' }))).toEqual([
    '이메일을 입력해주세요.',
    '비밀번호를 입력해주세요.',
  ])
  expect(accountMessages.confirmationEmpty).toBe('비밀번호를 다시 한번 입력해주세요.')
  expect(accountMessages.mismatch).toBe('비밀번호가 일치하지 않습니다.')
})

test('login compares a weak password instead of refusing it, but refuses a very long one', () => {
  expect(validateInput(loginSchema, { email: signup.email, password: 'weak' }).ok).toBe(true)
  expect(validateInput(loginSchema, { email: signup.email, password: 'a'.repeat(201) }).ok).toBe(false)
})

test.each([
  [30, '1분'],
  [3600, '60분'],
  [3601, '2시간'],
  [86_400, '24시간'],
])('%d seconds until the next change of address are shown as %s', (seconds, text) => {
  expect(accountMessages.emailChangedOften(seconds)).toContain(` ${text} 뒤에`)
})
