import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readVitestReport } from './reports.ts'

test('a report tells once for each file why its tests were skipped', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'report-'))
  const file = path.join(folder, 'vitest.json')
  const skipped = (reason?: string) => ({
    status: 'skipped',
    fullName: 'a test',
    failureMessages: [],
    meta: { skippedBecause: reason },
  })
  const assertionResults = [skipped('no haproxy'), skipped('no haproxy'), skipped('no disk'), skipped()]
  const testResults = [{ name: path.resolve('tests/a.test.ts'), status: 'passed', message: '', assertionResults }]
  await writeFile(file, JSON.stringify({ numPassedTests: 0, numPendingTests: 4, numTodoTests: 0, testResults }))
  expect(readVitestReport(file, 0)).toMatchObject({
    skipped: 4,
    skips: ['tests/a.test.ts: 2 skipped: no haproxy', 'tests/a.test.ts: 1 skipped: no disk'],
  })
  await rm(folder, { recursive: true })
})
