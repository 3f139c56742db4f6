import type { TestProject } from 'vitest/node'
import { startTemplateDatabase } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database that `freshDatabase` copies. */
    templateUrl: string
  }
}

/** Gives all tests of the run one PostgreSQL. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, temporary, stop } = await startTemplateDatabase()
  project.provide('templateUrl', templateUrl)
  // Temporary files of tests are removed with ours.
  process.env.TMPDIR = temporary
  // An interrupted run would otherwise end without the event `exit`.
  const interrupt = () => process.exit(130)
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return stop
}
