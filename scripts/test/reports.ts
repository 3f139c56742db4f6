import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of a part of `npm test`. `failures` has the name of each failed test and, indented below it, why. */
export type Result = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** Why tests of a file were skipped, where they say so. */
  skips?: string[]
}

/** Enough for the difference of two values; the full message is in the output above. */
const REASON_LINES = 25

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}
type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: {
    status: string
    fullName: string
    failureMessages: string[]
    meta?: { skippedBecause?: string }
  }[]
}

/**
 * Reads Vitest's JSON report.
 * @throws {Error} if there is none
 */
export function readVitestReport(file: string, code: number): Result {
  const report = readReport<VitestReport>(file)
  return result(code, {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
    skips: report.testResults.flatMap(skipsOf),
  })
}

function skipsOf({ name, assertionResults }: VitestFile): string[] {
  const reasons = assertionResults.flatMap(({ meta }) => meta?.skippedBecause ?? [])
  return [...new Set(reasons)].map(
    (reason) => `${path.relative('.', name)}: ${reasons.filter((other) => other === reason).length} skipped: ${reason}`,
  )
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  // A file that could not be loaded has failed without any test.
  if (status === 'failed' && assertionResults.length === 0) return [failure(name, [message])]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages))
}

type PlaywrightReport = {
  stats: { expected: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }
type PlaywrightSpec = {
  file: string
  title: string
  tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[]
}

/**
 * Reads Playwright's JSON report.
 * @throws {Error} if there is none
 */
export function readPlaywrightReport(file: string, code: number): Result {
  const { stats, suites, errors } = readReport<PlaywrightReport>(file)
  const specs = suites.flatMap(specsOf)
  const outside = errors.length > 0 ? [failure('outside the tests', messagesOf(errors))] : []
  return result(code, {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [...specs.flatMap(failuresIn), ...outside],
  })
}

const failuresIn = ({ file, title, tests }: PlaywrightSpec): string[] =>
  tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ projectName, results }) =>
      failure(`[${projectName}] ${file} › ${title}`, messagesOf(results.flatMap(({ errors }) => errors))),
    )

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] => [...specs, ...suites.flatMap(specsOf)]

const messagesOf = (errors: { message?: string }[]): string[] => errors.map(({ message }) => message ?? '')

/** A run that fails outside its tests (an uncaught error, a broken set-up) is a failure too. */
function result(code: number, found: Omit<Result, 'failed'>): Result {
  const failures =
    found.failures.length === 0 && code !== 0 ? ['outside the tests: see the output above'] : found.failures
  return { ...found, failed: failures.length, failures }
}

function failure(name: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, REASON_LINES)
  return [name, ...lines.map((line) => `  ${line}`)].join('\n')
}

function readReport<Report>(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    throw new Error('ended without a report')
  }
}
