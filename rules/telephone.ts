import { foldText } from './normal-form.ts'

export const telephoneMessages = {
  wrong: '전화번호를 지역번호부터 적어 주세요. 예: 02-345-6789, 0507-1234-5678, 1588-1234',
  mobile: '휴대전화 번호는 가게가 영업용으로 알린 번호만 적어 주세요.',
} as const

const [FEWEST_DIGITS, MOST_DIGITS] = [7, 12]

/** Signs that are typed for a hyphen, also the Hangul vowel and the long mark of Japanese. */
const HYPHEN = /[\p{Pd}\u2212ㅡー]/gu

/** Digits of a telephone number, however it is written, also without its area code; null for other texts. */
export function telephoneDigits(text: string): string | null {
  const plain = foldText(text).replace(HYPHEN, '-').replace(/[()]/g, ' ').trim()
  if (!/^\+?\d[\d\s.-]+$/.test(plain)) return null
  const digits = plain.replace(/^\+82\D*0?/, '0').replace(/\D/g, '')
  return digits.length >= FEWEST_DIGITS && digits.length <= MOST_DIGITS ? digits : null
}

/** Parts of a number as Korean ones are divided: '02', '345', '6789'; none for other digits. */
function partsOf(digits: string): string[] {
  const [, ...parts] = /^(02|050\d|0\d\d|)(\d{3,4})(\d{4})$/.exec(digits) ?? []
  return parts.filter((part) => part !== '')
}

/** Ways in which texts write the number of these digits: '02-345-6789', '02.345.6789'. */
export function writtenTelephones(digits: string): string[] {
  const parts = partsOf(digits)
  const [area, before, last] = parts
  if (!area || !before) return []
  return [
    parts.join('-'),
    parts.join('.'),
    ...(last === undefined ? [] : [`(${area})${before}-${last}`, `${area})${before}-${last}`]),
  ]
}

/**
 * Numbers that places have: of a region, mobile, of the internet (070), free (080), forwarded (050), of the whole country (15, 16,
 * 18). Numbers that charge the caller (060) are not accepted.
 */
const NUMBERS = [
  /^(?:02|03[1-3]|04[1-4]|05[1-5]|06[1-4])[2-9]\d{6,7}$/,
  /^010[2-9]\d{7}$/,
  /^070\d{8}$/,
  /^080\d{7,8}$/,
  /^050[1-9]\d{7,8}$/,
  /^1[568]\d{6}$/,
]

/** A whole Korean number with hyphens; null for anything else. */
export function parseTelephone(text: string): string | null {
  const digits = telephoneDigits(text)
  return digits !== null && NUMBERS.some((number) => number.test(digits)) ? partsOf(digits).join('-') : null
}

export function isMobile(telephone: string): boolean {
  return telephone.startsWith('010-')
}
