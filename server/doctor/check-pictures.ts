import { sql } from 'kysely'
import { fullName } from '#rules/images.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { openImageStore } from '../images/images.ts'
import type { ImageStore } from '../images/store.ts'
import { type Finding, fault, fine, look } from './finding.ts'

const PAGE = 1000
const AT_ONCE = 20

/** Compares the rows of pictures with their files, in both directions. */
export async function checkPictures(db: Database, config: Config): Promise<Finding[]> {
  const store = openImageStore(config)
  try {
    return findingsOf(await findMissing(db, store), await findStray(db, store))
  } finally {
    store.close()
  }
}

function findingsOf({ rows, missing }: { rows: number; missing: string[] }, stray: string[]): Finding[] {
  const [first] = missing
  return [
    first === undefined
      ? fine(`The files of all ${rows} pictures are there.`)
      : fault(
          `The files of ${missing.length} of ${rows} pictures are missing, such as ${fullName(first)}: take them from a backup.`,
        ),
    ...(stray[0] === undefined
      ? []
      : [look(`${stray.length} stored pictures belong to nothing, such as ${fullName(stray[0])}.`)]),
  ]
}

async function findMissing(db: Database, store: ImageStore): Promise<{ rows: number; missing: string[] }> {
  const missing: string[] = []
  let rows = 0
  for (let last = 0; ; ) {
    const { rows: page } = await sql<{ id: number; key: string }>`
      select id, key from images where id > ${last} and claimed_at is not null order by id limit ${sql.lit(PAGE)}`.execute(
      db,
    )
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const some = page.slice(at, at + AT_ONCE)
      const found = await Promise.all(some.map(({ key }) => store.open(fullName(key))))
      missing.push(...some.flatMap(({ key }, index) => (found[index] ? [] : key)))
    }
    rows += page.length
    const end = page.at(-1)
    if (!end) return { rows, missing }
    last = end.id
  }
}

/** Keys of files that have no row. An upload writes the row first, so a new one is none of them. */
async function findStray(db: Database, store: ImageStore): Promise<string[]> {
  const stray = new Set<string>()
  for await (const keys of store.keys()) {
    const { rows } = await sql<{ key: string }>`select key from images where key = any(${keys}::text[])`.execute(db)
    const known = new Set(rows.map(({ key }) => key))
    for (const key of keys) if (!known.has(key)) stray.add(key)
  }
  return [...stray]
}
