import { expect, test } from 'vitest'
import { closedText, openingHours } from './fact-labels.ts'
import { dateInSeoul, isClosed } from './is-closed.ts'

const at = (time: string) => Date.parse(`${time}+09:00`)

test('a day begins at midnight in Seoul', () => {
  expect(dateInSeoul(at('2026-11-22T23:59:59'))).toBe('2026-11-22')
  expect(dateInSeoul(at('2026-11-23T00:00:00'))).toBe('2026-11-23')
  const [sunday, monday] = [at('2026-11-22T23:59:59'), at('2026-11-23T00:00:00')]
  expect([isClosed(['sun'], sunday, []), isClosed(['sun'], monday, []), isClosed(['mon'], monday, [])]).toEqual([
    true,
    false,
    true,
  ])
})

test('a holiday is one only on its date', () => {
  const holidays = ['2026-12-25']
  const closed = (day: string) => isClosed(['holiday'], at(`${day}T12:00:00`), holidays)
  expect([closed('2026-12-24'), closed('2026-12-25'), closed('2026-12-26')]).toEqual([false, true, false])
})

test('closing days are said in a few words', () => {
  expect(closedText([])).toBeNull()
  expect(closedText(['mon', 'tue'])).toBe('월·화요일 쉬어요')
  expect(closedText(['sun', 'holiday'])).toBe('일요일 · 공휴일 쉬어요')
  expect(closedText(['holiday'])).toBe('공휴일 쉬어요')
})

test('structured data name the days on which a place opens', () => {
  expect(openingHours('09:00', '18:00', ['holiday'])).toBe('Mo-Su 09:00-18:00')
  expect(openingHours('09:00', '18:00', ['mon', 'sun'])).toBe('Tu,We,Th,Fr,Sa 09:00-18:00')
  expect(openingHours('00:00', '00:00', ['sun'])).toBe('Mo,Tu,We,Th,Fr,Sa')
})
