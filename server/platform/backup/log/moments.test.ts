import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { FolderPlace } from '../place.ts'
import { describeSpans, latestMomentBefore, momentText, parseMoment, planRestore } from './moments.ts'
import { type BaseBackup, findSpans, type LogHistory } from './segments.ts'

const place = new FolderPlace(tmpdir())
const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 0, minute))
const name = (number: number) => `00000001000000000000000${number}`
const base = (start: number): BaseBackup => ({
  file: `base ${start}`,
  note: '',
  startedAt: at(start),
  stoppedAt: at(start),
  start: name(start),
  stop: name(start),
  bytes: 1,
})
const history = (id: string, numbers: number[], ...bases: BaseBackup[]): LogHistory => ({
  id,
  bases,
  segments: numbers.map((number) => ({ name: name(number), closedAt: at(number), file: `${id} ${number}` })),
})
const found = (...histories: LogHistory[]) => findSpans(histories).map((span) => ({ place, span }))
const wayOf = (moment: Date | null, ...histories: LogHistory[]) => {
  const { span, segments, next } = planRestore(found(...histories), moment)
  return [span.base.file, ...segments.map(({ file }) => file), ...(next ? [`then ${next.file}`] : [])]
}

test.each([
  ['2026-11-30 12:34', '2026-11-30T03:34:00.000Z'],
  ['2026-11-30T12:34:56', '2026-11-30T03:34:56.000Z'],
  ['2026-11-30 12:34:56.789', '2026-11-30T03:34:56.789Z'],
  ['2026-11-30 12:34Z', '2026-11-30T12:34:00.000Z'],
  ['2026-11-30T12:34:56+01:00', '2026-11-30T11:34:56.000Z'],
])('%s is a moment', (text, time) => {
  expect(parseMoment(text).toISOString()).toBe(time)
})

test.each(['', 'yesterday', '12:34', '2026-11-30', '2026-13-30 12:34', '2026-11-30 25:00', "2026-11-30 12:34'"])(
  '"%s" is refused with an example',
  (text) => {
    expect(() => parseMoment(text)).toThrow(`"${text}" is no moment: --to needs one such as '2026-11-30 12:34'`)
  },
)

test('a moment is written as it is read', () => {
  expect(parseMoment(momentText(at(5)))).toEqual(at(5))
})

test('a moment needs the newest base before it, and the log as far as the moment', () => {
  const one = history('a', [1, 2, 3, 4, 5, 6], base(1), base(4))
  expect(wayOf(at(3), one)).toEqual(['base 1', 'a 1', 'a 2', 'a 3', 'then a 4'])
  expect(wayOf(at(5), one)).toEqual(['base 4', 'a 4', 'a 5', 'then a 6'])
  expect(wayOf(null, one)).toEqual(['base 4', 'a 4', 'a 5', 'a 6'])
})

test('before a damaged segment there is a moment only if it needs none of that segment', () => {
  const before = (number: number, stoppedAt: Date) => {
    const plan = planRestore(found(history('a', [1, 2, 3, 4], { ...base(1), stop: name(2), stoppedAt })), null)
    const segment = plan.segments.find((each) => each.name === name(number))
    return segment && latestMomentBefore(plan, segment)
  }
  expect(before(4, at(2))).toEqual(at(3))
  expect(before(3, at(2))).toEqual(at(2))
  expect(before(2, at(2))).toBe(null)
  // A base's first moment is the second after its end, which can lie after the end of the segment.
  expect(before(3, new Date(at(2).getTime() + 1))).toBe(null)
})

test('what was restored goes on in a history of its own', () => {
  const before = history('a', [1, 2, 3, 4], base(1))
  const after = history('b', [3, 4, 5, 6], base(3))
  expect(wayOf(at(2), before, after)).toEqual(['base 1', 'a 1', 'a 2', 'then a 3'])
  expect(wayOf(null, before, after)).toEqual(['base 3', 'b 3', 'b 4', 'b 5', 'b 6'])
})

test('a moment that cannot be reached is refused with those that can', () => {
  const holed = history('a', [1, 2, 5, 6], base(1), base(5))
  const both =
    'Moments from 2026-11-30 09:01:00 to 2026-11-30 09:02:00, and from 2026-11-30 09:05:00 to 2026-11-30 09:06:00 (Seoul)'
  for (const minute of [0, 3, 4, 7])
    expect(() => wayOf(at(minute), holed)).toThrow(`2026-11-30 09:0${minute}:00 cannot be restored. ${both}`)
  expect(describeSpans(found(holed))).toContain(both)
  expect(wayOf(null, holed)).toEqual(['base 5', 'a 5', 'a 6'])
  expect(() => wayOf(null)).toThrow('No archived log')
})

test('a gap in the newest log is told with the latest moment', () => {
  expect(() => wayOf(null, history('a', [1, 2, 4, 5], base(1)))).toThrow(
    /has a gap after 2026-11-30 09:02:00, and goes on at 2026-11-30 09:04:00: .+ --to '2026-11-30 09:02:00\.000'\.$/,
  )
})
