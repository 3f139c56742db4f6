import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { runProgram } from '../scripts/programs/run-program.ts'

test('npm run demo fills a new site', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-demo-'))
  const { code, output } = await runProgram('node', ['scripts/demo.ts'], { env: { ...process.env, DATA_DIR: folder } })
  await rm(folder, { recursive: true })
  expect(output).toMatch(/\d+ people, \d+ posts\. Log in as/)
  expect(code).toBe(0)
})
