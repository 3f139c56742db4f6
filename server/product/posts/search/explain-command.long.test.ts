import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'

test('npm run explain prints the readings of a keyword with scores, and marks the one that answers', async () => {
  const { connectionString, drop } = await freshDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-explain-'))
  onTestFinished(async () => {
    await drop()
    await rm(folder, { recursive: true })
  })
  const env = { ...COMMAND_ENV, DATA_DIR: folder, DATABASE_URL: connectionString }
  const explain = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const program = [path.resolve('scripts/explain.ts'), ...args]
      execFile(process.execPath, program, { env, cwd: folder }, (error, output, errors) =>
        resolve(error === null ? output.trimEnd() : `${error.code}: ${errors.trim()}`),
      )
    })
  const lines = (await explain('성수 카페')).split('\n')
  const readings = lines.filter((line) => /^[→ ] \d+ .+: /.test(line))
  expect(readings.length).toBeGreaterThan(1)
  expect(readings.filter((line) => line.startsWith('→'))).toHaveLength(1)
  expect(lines).toContain('    finds 0 posts with its words')
  expect(await explain()).toMatch(/^1: .*Usage: npm run explain -- KEYWORD/s)
})
