import type { RawBuilder } from 'kysely'
import type { Config } from './config.ts'
import type { FoundSession, Session } from './context.ts'
import type { Database } from './database/connect.ts'
import type { SealedTexts } from './database/secret-of-data.ts'
import type { JobTasks } from './jobs/jobs.ts'
import type { PictureVisibility } from './pictures/image-access.ts'

/** Parts that the product hands to the platform, which knows none of its tables. */
export type Product = Readonly<{
  /** Every kind of job. */
  tasks: JobTasks
  resumeSession: (db: Database, token: string, config: Config) => Promise<FoundSession | null>
  /** Lets visitors pass. @throws {AppError} for a member who may write nothing */
  refuseBarredWriter: (session: Session | null) => void
  pictures: PictureVisibility
  sealed: SealedTexts
  newest: NewestItem
  backfill: Backfill
  /** Number of accounts to which no mail is sent because some came back, as SQL. */
  mailStops: RawBuilder<number>
}>

/** The newest item of a public list, by which a site at a URL is recognised as the one with this database. */
export type NewestItem = Readonly<{
  /** Query of the API for the list. */
  query: string
  /** Ids in the response's `data`, newest first. @throws for the response of another site */
  readIds: (data: unknown) => readonly string[]
  /** Id of the newest item in the database; null in an empty one. */
  load: (db: Database) => Promise<string | null>
}>

/** Changes of existing rows that go on in the background after an upgrade. */
export type Backfill = Readonly<{
  name: string
  help: string
  /** Number of rows that are left, as SQL. */
  left: RawBuilder<number>
}>
