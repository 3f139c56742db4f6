import type { Sequence, TableCopy } from './tables.ts'

/**
 * The order of a backup: `backup.json`, `files/…` (key, settings, legal texts), `tables/NAME/NUMBER` (COPY's text, cut
 * anywhere), `images/…`, `end.json`. A file without its end is truncated.
 */
export const HEAD = 'backup.json'
export const END = 'end.json'
export const FILES = 'files/'
export const TABLES = 'tables/'
export const IMAGES = 'images/'

/** Changes when an older release could not read it. */
export const FORMAT = 'matnanum backup 1'

export type Head = Readonly<{
  format: string
  /** Version of the site that made it. */
  release: string
  /** By the clock of the database, at the moment that the backup is of. */
  madeAt: string
  /** Names of all migrations that the data have seen. */
  migrations: readonly string[]
  tables: readonly Pick<TableCopy, 'name' | 'columns'>[]
}>

export type Sum = Readonly<{ rows: number; sha256: string }>

export type End = Readonly<{
  tables: Readonly<Record<string, Sum>>
  sequences: readonly Sequence[]
  pictures: number
  /** Pictures that posts show but whose files were not there. */
  missing: readonly string[]
}>
