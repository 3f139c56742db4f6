import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { makeRecoveryCodes, makeTotpKey, timeStepOf, totpUri } from './codes.ts'

const key = Secret.fromLatin1('12345678901234567890').base32

/** RFC 6238, appendix B, SHA-1: seconds since 1970, and the last six of the eight digits. */
const vectors: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test.each(vectors)('at %i the code is %s, for its half a minute and those beside it', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  const at = (steps: number) => timeStepOf(key, code, (step + steps) * 30_000)
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null])
  expect(timeStepOf(key, code, step * 30_000 + 29_999)).toBe(step)
  expect(timeStepOf(key, code.slice(1), seconds * 1000)).toBeNull()
})

test('keys have 160 bits, and the URI has the one, the account and the site', () => {
  const keys = Array.from({ length: 100 }, makeTotpKey)
  expect(new Set(keys).size).toBe(100)
  expect(Secret.fromBase32(keys[0] ?? '').bytes).toHaveLength(20)
  expect(totpUri(key, 'hana@naver.com', '맛나눔')).toBe(
    `otpauth://totp/${encodeURIComponent('맛나눔')}:hana%40naver.com?issuer=${encodeURIComponent('맛나눔')}&secret=${key}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('recovery codes are ten different ones of sixteen letters that nobody confuses', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)
})
