import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { copyTemplate } from '#tests/template-database.ts'
import { runProgram } from '../scripts/programs/run-program.ts'

test('npm run demo fills a new site with a town', async () => {
  // Half a minute on an idle machine; its pictures give way to everything else.
  test.setTimeout(900_000)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-demo-'))
  const { connectionString, remove } = await copyTemplate(process.env.TEMPLATE_URL ?? '')
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: connectionString }
  const { code, output } = await runProgram('node', ['scripts/demo.ts'], { env })
  await remove()
  await rm(folder, { recursive: true })
  const [, ...counts] = output.match(
    /40 people, 250 posts about (\d+) places, (\d+) comments, (\d+) entries in 14 collections\. Log in as/,
  ) ?? [output]
  expect(counts.map(Number).map((count) => count >= 70)).toEqual([true, true, true])
  expect(code).toBe(0)
})
