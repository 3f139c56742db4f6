import { expect, test } from 'vitest'
import { chooseBackupsToRemove } from './thin-out.ts'

const DAY_MS = 86_400_000
const at = (text: string) => ({ madeAt: new Date(text) })
const day = ({ madeAt }: { madeAt: Date }) => madeAt.toISOString().slice(0, 10)
const keptOf = (backups: { madeAt: Date }[], kept: Parameters<typeof chooseBackupsToRemove>[1]) => {
  const gone = new Set(chooseBackupsToRemove(backups, kept))
  return backups.filter((backup) => !gone.has(backup)).map(day)
}

test('of a year of daily backups seven days, four weeks and six months stay', () => {
  const noon = new Date('2026-11-29T03:00:00Z').getTime()
  const year = Array.from({ length: 365 }, (_, index) => ({ madeAt: new Date(noon - (364 - index) * DAY_MS) }))
  expect(keptOf(year, { keep: 7, weeks: 4, months: 6 })).toEqual([
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
    // Sundays.
    ...['2026-11-08', '2026-11-15', '2026-11-22'],
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
})

test('weeks and months begin at midnight in Seoul, and those without a backup do not count', () => {
  const backups = ['2026-03-01T03:00:00Z', '2026-08-31T14:59:00Z', '2026-08-31T15:01:00Z', '2026-11-01T03:00:00Z']
  expect(keptOf(backups.map(at), { keep: 1, weeks: 0, months: 3 })).toEqual(['2026-08-31', '2026-08-31', '2026-11-01'])
  // Sunday and Monday.
  const weeks = ['2026-11-22T14:59:00Z', '2026-11-22T15:01:00Z', '2026-11-25T03:00:00Z']
  expect(keptOf(weeks.map(at), { keep: 1, weeks: 2, months: 0 })).toEqual(['2026-11-22', '2026-11-25'])
})

test('the newest stay however many are made in a day, and nothing goes that is needed', () => {
  const hours = Array.from({ length: 30 }, (_, hour) => ({ madeAt: new Date(Date.UTC(2026, 10, 3, hour)) }))
  expect(chooseBackupsToRemove(hours, { keep: 7, weeks: 0, months: 0 })).toHaveLength(23)
  expect(chooseBackupsToRemove(hours, { keep: 1000, weeks: 4, months: 6 })).toEqual([])
  expect(chooseBackupsToRemove([], { keep: 7, weeks: 4, months: 6 })).toEqual([])
})

test('those by hand count for their week and month, one of a day among the newest, and never go', () => {
  const backups = ['2026-10-01', '2026-10-20', '2026-11-24', '2026-11-25', '2026-11-26'].map((text) =>
    at(`${text}T03:00:00Z`),
  )
  const byHand = ['2026-10-31T03:00:00Z', '2026-11-25T04:00:00Z', '2026-11-25T05:00:00Z', '2026-11-25T06:00:00Z'].map(
    at,
  )
  const goneOf = (kept: Parameters<typeof chooseBackupsToRemove>[1]) =>
    chooseBackupsToRemove(backups, kept, byHand).map(day).toSorted()
  expect(goneOf({ keep: 3, weeks: 0, months: 0 })).toEqual(['2026-10-01', '2026-10-20', '2026-11-24'])
  expect(goneOf({ keep: 1, weeks: 0, months: 2 })).toEqual(['2026-10-01', '2026-10-20', '2026-11-24', '2026-11-25'])
  expect(goneOf({ keep: 4, weeks: 2, months: 0 })).toEqual(['2026-10-01', '2026-10-20'])
})

test('the newest of the site stays below one by hand that was made with a wrong clock', () => {
  const backups = [at('2026-11-25T03:00:00Z'), at('2026-11-26T03:00:00Z')]
  const byHand = [at('2036-01-01T00:00:00Z')]
  expect(chooseBackupsToRemove(backups, { keep: 1, weeks: 1, months: 1 }, byHand).map(day)).toEqual(['2026-11-25'])
})
