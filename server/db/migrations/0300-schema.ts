import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'

/** The files of `schema/`, each of which needs those before it. Data of former migrations: `upgrade/`. */
const SUBJECTS = [
  'accounts',
  'rate-limits',
  'posts',
  'images',
  'image-uses',
  'venues',
  'places',
  'roads',
  'areas',
  'lists',
  'write-lists',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const subject of SUBJECTS) {
    const statements = await readFile(new URL(`../schema/${subject}.sql`, import.meta.url), 'utf8')
    await sql.raw(statements).execute(db)
  }
}
