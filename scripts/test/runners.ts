import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from '../programs/browser.ts'
import { runProgram } from '../programs/run-program.ts'
import { type Result, readPlaywrightReport, readVitestReport } from './reports.ts'

export const REPORTS_FOLDER = path.resolve('.tmp/reports')
mkdirSync(REPORTS_FOLDER, { recursive: true })

/**
 * Runs the tests of these projects of vitest.config.ts and shows the output. `args` are filters and options; `env` is added
 * to the environment.
 * @throws {Error} if it ends without a report
 */
export async function runVitest(
  projects: readonly string[],
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const file = `${REPORTS_FOLDER}/vitest.json`
  rmSync(file, { force: true })
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = projects.flatMap((name) => ['--project', name])
  const browser = projects.some((name) => name.endsWith('screens')) ? { CHROME_PATH: await ensureBrowser() } : {}
  const { code } = await runProgram('vitest', ['run', ...chosen, ...output, ...args], {
    show: true,
    env: { ...process.env, ...browser, ...env },
  })
  return readVitestReport(file, code)
}

/** As `runVitest`, of playwright.config.ts. The pages are built before, if needed. */
export async function runPlaywright(
  projects: readonly string[],
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const built = await runProgram('node', ['scripts/bootstrap.mjs', 'build'], { show: true })
  if (built.code !== 0) throw new Error('there are no built pages to test')
  const file = `${REPORTS_FOLDER}/playwright.json`
  rmSync(file, { force: true })
  const chosen = projects.map((name) => `--project=${name}`)
  const { code } = await runProgram('playwright', ['test', ...chosen, ...args], {
    show: true,
    env: { ...process.env, CHROME_PATH: await ensureBrowser(), ...env },
  })
  return readPlaywrightReport(file, code)
}
