import { isPassword } from '#rules/account.ts'
import { countCharacters } from '#rules/text.ts'

const COMMON = /(.)\1\1|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv|pass|love|admin/i

/** Advice on a password. It never blocks a password that the rules accept. */
export function passwordHint(password: string, known: readonly string[]): string {
  if (!isPassword(password)) return '다른 곳에서 쓰지 않는 비밀번호가 안전해요.'
  const lower = password.toLowerCase()
  if (known.some((text) => text.length >= 3 && lower.includes(text.toLowerCase()))) {
    return '이메일이나 닉네임이 들어 있으면 짐작하기 쉬워요.'
  }
  if (COMMON.test(password)) return '이어지는 글자나 흔한 낱말은 짐작하기 쉬워요.'
  if (countCharacters(password) < 12) return '12자를 넘기면 더 안전해요.'
  return '안전한 비밀번호예요.'
}
