import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { cleanLine, composeText, countCharacters } from './text.ts'
import { textWithin } from './validate.ts'

/** Lengths of texts in code points. The product's specification sets those of the password. */
export const accountLimits = {
  passwordMin: 8,
  passwordMax: 15,
  username: 20,
  about: 80,
  /** RFC 5321, 4.5.3.1.3: a path of 256 octets with its angle brackets. */
  email: 254,
  questionAnswer: 100,
} as const

/** Accounts store the index, so the order stays. */
export const securityQuestions = [
  '가장 좋아하는 색깔은?',
  '가장 좋아하는 영화 장르는?',
  '나의 영어 이름은?',
  '나의 고향은?',
  '나의 보물 1호는?',
  '가장 감명 깊게 읽은 책은?',
] as const

/** E-mail domains offered in a menu; any other can be typed. */
export const emailDomains = ['naver.com', 'gmail.com', 'daum.net', 'hanmail.net', 'nate.com', 'kakao.com'] as const

/** Limits of recovering an account with a temporary password. */
export const recoveryLimits = {
  /** Lifetime of a temporary password. */
  minutes: 30,
  /** Login attempts with one temporary password. */
  tries: 5,
  /** Mails that may be requested with one temporary password. */
  mails: 3,
  /** Hours in which a replaced e-mail address or answer still works for recovery. */
  formerHours: 72,
} as const

/** Limits of the mail that verifies an address. */
export const verificationLimits = {
  /** Lifetime of the code, and of the link. */
  codeMinutes: 15,
  linkMinutes: 30,
  tries: 5,
} as const

const DAY = 86_400

/** Limits of sessions; times in seconds. */
export const sessionLimits = {
  /** Time until a session with automatic login ends, since its last use, and in total. */
  automatic: { idle: 14 * DAY, total: 30 * DAY },
  /** The same without automatic login; closing the browser ends such a session too. */
  ordinary: { idle: DAY, total: 7 * DAY },
  /** Age at which a token of automatic login is replaced, and how long the previous one still works. */
  rotation: DAY,
  grace: 60,
  /** Sessions of one account: a further login ends the least recently used one. */
  most: 20,
} as const

export const accountMessages = {
  emailEmpty: '이메일을 입력해주세요.',
  emailFormat: '이메일을 형식으로 입력해주세요',
  passwordEmpty: '비밀번호를 입력해주세요.',
  passwordWeak: `비밀번호는 특수문자와 숫자를 포함하여 ${accountLimits.passwordMin}-${accountLimits.passwordMax}자로 작성하세요.`,
  confirmationEmpty: '비밀번호를 다시 한번 입력해주세요.',
  mismatch: '비밀번호가 일치하지 않습니다.',
  usernameEmpty: '닉네임을 입력해주세요.',
  usernameOfficial: '운영자로 오해할 수 있는 닉네임은 사용할 수 없어요.',
  usernameLong: `닉네임을 ${accountLimits.username}자 이내로 작성해 주세요.`,
  aboutLong: `한 줄 소개를 ${accountLimits.about}자 이내로 작성해 주세요.`,
  signupAnswerEmpty: '질문에 답을 해야 합니다.',
  profileAnswerEmpty: '질문의 답을 적어주세요.',
  recoveryAnswerEmpty: '답변을 입력해주세요.',
  answerLong: `답변을 ${accountLimits.questionAnswer}자 이내로 작성해 주세요.`,
  cookiesBlocked: '쿠키가 차단되어 있어 로그인이 유지되지 않아요. 브라우저에서 쿠키를 허용한 뒤 다시 로그인해 주세요.',
  currentPasswordEmpty: '현재 비밀번호를 입력해주세요.',
  updated: '정보가 수정되었습니다.',
  passwordChanged: '비밀번호가 성공적으로 변경되었습니다.',
  codeWrong: '인증번호가 맞지 않아요. 메일로 받은 여섯 자리 숫자를 다시 확인해 주세요.',
  codeExpired: '만료되었거나 이미 사용했어요. 확인 메일을 다시 받아 주세요.',
  mailSent: '이메일을 성공적으로 보냈습니다.',
  emailChangedOften: (seconds: number) =>
    `오늘은 이메일을 더 바꿀 수 없어요. ${waitText(seconds)} 뒤에 다시 바꿔 주세요. 이메일을 그대로 두면 나머지는 지금 저장할 수 있어요.`,
} as const

/** A wait in words, rounded up: '40분', '5시간'. */
function waitText(seconds: number): string {
  return seconds > 3600 ? `${Math.ceil(seconds / 3600)}시간` : `${Math.ceil(seconds / 60)}분`
}

/**
 * Alphanumerics with single '-', '_' or '.' between them, '@', a domain of the same form, and an ending of 2-3 letters.
 */
const EMAIL = /^[0-9a-z](?:[-_.]?[0-9a-z])*@[0-9a-z](?:[-_.]?[0-9a-z])*\.[a-z]{2,3}$/i

/** Required parts of a password; other characters are allowed too. */
export const passwordRules: readonly { name: string; isMet: (password: string) => boolean }[] = [
  {
    name: `${accountLimits.passwordMin}~${accountLimits.passwordMax}자`,
    isMet: (password) => {
      const count = countCharacters(password)
      return count >= accountLimits.passwordMin && count <= accountLimits.passwordMax
    },
  },
  { name: '영문', isMet: (password) => /[a-z]/i.test(password) },
  { name: '숫자', isMet: (password) => /\d/.test(password) },
  { name: '특수문자 !@#$%^*+=-', isMet: (password) => /[!@#$%^*+=-]/.test(password) },
]

/** `passwordRules` as one sentence: the description of the field for screen readers. */
export const passwordRulesSentence = `${accountLimits.passwordMin}~${accountLimits.passwordMax}자로, 영문과 숫자, 특수문자(!@#$%^*+=-)를 모두 넣어 주세요.`

/** Accepts fewer addresses than RFC 5321 allows. */
export function isEmail(text: string): boolean {
  return text.length <= accountLimits.email && EMAIL.test(text)
}

/** Control characters and lone surrogates. */
const NOT_IN_PASSWORDS = /[^\P{Cc}\t\n\r]|\p{Cs}/gu

/** NFC, so that all keyboards produce the same Hangul. Pasted characters that cannot be typed are removed. */
export function normalizePassword(password: string): string {
  return composeText(password.replace(NOT_IN_PASSWORDS, ''))
}

/** Whether the text may be chosen as a new password; says nothing about the password of an account. */
export function meetsPasswordRules(text: string): boolean {
  return passwordRules.every(({ isMet }) => isMet(text))
}

/** The form in which e-mail addresses are compared: in lower case. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** The form in which answers to the security question are compared. */
export function answerKey(answer: string): string {
  // Upper case first, then lower case: this makes ß and SS, σ and ς equal; ẞ needs lower case before that.
  return composeText(cleanLine(answer).toLowerCase().toUpperCase().toLowerCase())
}

export const emailSchema = v.pipe(
  v.string(),
  v.transform(cleanLine),
  v.nonEmpty(accountMessages.emailEmpty),
  v.check(isEmail, accountMessages.emailFormat),
)

const password = v.pipe(v.string(), v.transform(normalizePassword))

const newPassword = v.pipe(
  password,
  v.nonEmpty(accountMessages.passwordEmpty),
  v.check(meetsPasswordRules, accountMessages.passwordWeak),
)

/** A password that is only compared may be weak. Its length is bounded, so that no request hashes a huge text. */
const givenPassword = (empty: string) =>
  v.pipe(
    password,
    v.nonEmpty(empty),
    v.check((text) => text.length <= 200, errorMessages.BAD_USER_INPUT),
  )

const username = v.pipe(
  textWithin(cleanLine, accountLimits.username, accountMessages.usernameLong),
  v.nonEmpty(accountMessages.usernameEmpty),
)

/** Null leaves the introduction unchanged. */
const about = v.optional(v.nullable(textWithin(cleanLine, accountLimits.about, accountMessages.aboutLong)), null)

const answer = (empty: string) =>
  v.pipe(textWithin(cleanLine, accountLimits.questionAnswer, accountMessages.answerLong), v.nonEmpty(empty))

const questionIndex = v.pipe(
  v.number(errorMessages.BAD_USER_INPUT),
  v.check((index) => Number.isInteger(index) && index in securityQuestions, errorMessages.BAD_USER_INPUT),
)

const image = v.optional(v.nullable(v.string()), null)

export const signupSchema = v.object({
  username,
  email: emailSchema,
  password: newPassword,
  questionIndex,
  questionAnswer: answer(accountMessages.signupAnswerEmpty),
  image,
})

export const loginSchema = v.object({
  email: emailSchema,
  password: givenPassword(accountMessages.passwordEmpty),
})

/** Input of the form by which a member edits their profile. */
export const profileSchema = v.object({
  username,
  email: emailSchema,
  questionIndex,
  questionAnswer: answer(accountMessages.profileAnswerEmpty),
  image,
  about,
})

export const newPasswordSchema = v.object({ newPassword })

export const changePasswordSchema = v.object({
  password: v.pipe(
    v.optional(v.nullable(v.string()), ''),
    v.transform((text) => text ?? ''),
    givenPassword(accountMessages.currentPasswordEmpty),
  ),
  newPassword,
})

/** Input of the form that asks for a temporary password. */
export const recoverySchema = v.object({
  email: emailSchema,
  questionIndex,
  questionAnswer: answer(accountMessages.recoveryAnswerEmpty),
})

/** The repeated password, which only forms have: `confirmationFault` compares it with the first one. */
export const confirmationSchema = v.pipe(
  v.string(),
  v.transform(normalizePassword),
  v.nonEmpty(accountMessages.confirmationEmpty),
)
