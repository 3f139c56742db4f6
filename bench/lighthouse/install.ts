import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '../../scripts/programs/run-program.ts'

/** Lighthouse is not among the project's packages, because it takes 180 MB with its dependencies. */
const VERSION = '13.5.0'
const FOLDER = path.resolve('.tmp/lighthouse')

/**
 * The part of Lighthouse's API that we use: https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md#using-programmatically
 */
export type Lighthouse = (address: string, flags: LighthouseFlags) => Promise<{ lhr: LighthouseResult } | undefined>

type LighthouseFlags = {
  /** The DevTools port of a running browser. */
  port: number
  logLevel: 'error'
  onlyCategories: readonly string[]
  extraHeaders?: Record<string, string>
}

export type LighthouseResult = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number; scoreDisplayMode: string }>
  /** How fast the machine was: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

/** Installs Lighthouse if it is missing, and loads it. */
export async function loadLighthouse(): Promise<Lighthouse> {
  if (installedVersion() !== VERSION) {
    console.error('Installing Lighthouse …')
    const { code, output } = await runProgram('npm', [
      'install',
      `--prefix=${FOLDER}`,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `lighthouse@${VERSION}`,
    ])
    if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output}`)
  }
  const { resolve } = createRequire(path.join(FOLDER, 'index.js'))
  const { default: lighthouse } = await import(pathToFileURL(resolve('lighthouse')).href)
  return lighthouse
}

function installedVersion(): string | undefined {
  const file = path.join(FOLDER, 'node_modules/lighthouse/package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}
