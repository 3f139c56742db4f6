import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { checkLogArchive, judgeLogArchive } from './check-log-archive.ts'

const good = { mode: 'on', isSet: true, sinceGood: 90, sinceFailed: null, timeout: 300 }

test.each([
  [{}, '✓ PostgreSQL archived its log 90 s ago.'],
  [{ sinceFailed: 4000 }, '✓ PostgreSQL archived its log 90 s ago.'],
  [{ sinceGood: 86_400 }, '✓ PostgreSQL archived its log 1440 min ago.'],
  [{ mode: 'off' }, /^! PostgreSQL does not archive its log, /],
  [{ sinceFailed: 30 }, /^✗ PostgreSQL could not archive its log 30 s ago, so its disk fills: /],
  [{ sinceGood: null, sinceFailed: 600 }, /^✗ PostgreSQL could not archive its log 10 min ago/],
  [{ isSet: false }, /^✗ .+archive_command is empty/],
  [{ sinceGood: null }, '! PostgreSQL has not archived any of its log yet.'],
  [{ timeout: 0 }, /^! .+ set archive_timeout to 300\.$/],
  [{ timeout: 3600 }, /^! .+ set archive_timeout to 300\.$/],
])('an archive with %j is judged', (changed, told) => {
  const { mark, sentence } = judgeLogArchive({ ...good, ...changed })
  expect(`${mark} ${sentence}`).toEqual(typeof told === 'string' ? told : expect.stringMatching(told))
})

test('a server without an archive says so', async () => {
  const database = await freshDatabase()
  expect(await checkLogArchive(database.db)).toMatchObject([
    { mark: '!', sentence: expect.stringMatching(/does not archive/) },
  ])
  await database.drop()
})
