import { startTemplateDatabase } from '#tests/template-database.ts'

/** Gives the applications of all workers one PostgreSQL, in which each gets a migrated database. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { templateUrl, temporary, stop } = await startTemplateDatabase()
  // Workers inherit both.
  process.env.TEMPLATE_URL = templateUrl
  process.env.TMPDIR = temporary
  return stop
}
