import * as v from 'valibot'

export const twoStepLimits = {
  /** Time for the second step of a login, and for confirming a new key. */
  minutes: 10,
  recoveryCodes: 10,
} as const

export const twoStepMessages = {
  codeNeeded:
    '2단계 인증을 켠 계정이에요. 인증 앱의 코드까지 입력해야 로그인할 수 있어요. 입력란이 없으면 화면을 새로고침해 주세요.',
  codeEmpty: '코드를 입력해 주세요.',
  codeForm: '인증 앱의 여섯 자리 숫자나 열여섯 자리 복구 코드를 입력해 주세요.',
  codeWrong: '코드가 맞지 않아요. 앱에 지금 보이는 코드를 입력하고, 계속 맞지 않으면 휴대폰의 시각을 확인해 주세요.',
  loginLate: '시간이 지났거나 쿠키가 차단되어 있어요. 이메일과 비밀번호를 다시 입력해 주세요.',
  setupLate: '시간이 지났어요. 처음부터 다시 설정해 주세요.',
  isOn: '이미 2단계 인증을 켰어요.',
  isOff: '2단계 인증을 켜지 않은 계정이에요.',
  weakSession: '인증 코드나 패스키로 로그인한 기기에서 바꿀 수 있어요. 로그아웃한 뒤 다시 로그인해 주세요.',
  staffMissing: '운영 화면은 2단계 인증이나 패스키를 설정한 뒤에 쓸 수 있어요.',
  staffSkipped: '운영 화면은 인증 코드나 패스키로 로그인해야 쓸 수 있어요. 로그아웃한 뒤 다시 로그인해 주세요.',
} as const

/** Characters of recovery codes, without those that are easily confused. */
export const RECOVERY_CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Characters of a recovery code: 80 bits, so that the stored SHA-256 of one cannot be guessed either. */
export const RECOVERY_CODE_LENGTH = 16

const DIGITS = /^\d{6}$/
const RECOVERY = new RegExp(`^[${RECOVERY_CODE_CHARACTERS}]{${RECOVERY_CODE_LENGTH}}$`)

/** A key or code in groups of four characters, as it is shown. */
export function groupInFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Removes spaces and hyphens between groups, and turns full-width digits of Korean keyboards into ordinary ones. */
function cleanCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

const code = v.pipe(
  v.string(),
  v.check((text) => text.length <= 100, twoStepMessages.codeForm),
  v.transform(cleanCode),
  v.nonEmpty(twoStepMessages.codeEmpty),
  v.check((text) => DIGITS.test(text) || RECOVERY.test(text), twoStepMessages.codeForm),
)

/** A code of the authenticator app, or a recovery code. */
export const twoStepCodeSchema = v.object({ code })

/** Whether the text has the form of a recovery code. An account may not have it. */
export const hasRecoveryCodeForm = (code: string): boolean => RECOVERY.test(code)
