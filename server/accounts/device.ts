import { randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

const browsers: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browser and operating system in short, such as '삼성 인터넷 · Android', from a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : '알 수 없는 기기'
}

/**
 * Failures of a browser that has logged in to an account are counted separately, so that attackers who fail on purpose
 * cannot lock the owner out (threat 18). The token is good for nothing else.
 */
export function issueDevice(secrets: Secrets, accountId: number): string {
  return secrets.sign(`device:${accountId}:${randomBytes(12).toString('base64url')}`, 'known device')
}

/** Identifies the device for that account; null for a token of another account or an invalid one. */
export function knownDevice(secrets: Secrets, token: string | null, accountId: number | undefined): string | null {
  const value = token === null ? null : secrets.verify(token, 'known device')
  return value !== null && accountId !== undefined && value.startsWith(`device:${accountId}:`) ? value : null
}
