import { sql } from 'kysely'
import { type Database, hasTable } from '../platform/database/connect.ts'
import type { Product } from '../platform/product.ts'
import { stoppedAccountsCount } from './accounts/mails/returned-mails.ts'
import { resumeSession } from './accounts/sessions/sessions.ts'
import { refuseBarredWriter } from './enforcement/require-writer.ts'
import { pictureVisibility } from './posts/post-pictures.ts'
import { tasks } from './tasks.ts'

/** Parts that this product hands to the platform. */
export const product: Product = {
  tasks,
  resumeSession,
  refuseBarredWriter,
  pictures: pictureVisibility,
  sealed: { use: 'security answer', load: loadSealedAnswers },
  newest: {
    query: '{ getPosts(pageParam: 1) { data { id } } }',
    readIds: (data) => (data as { getPosts: { data: { id: string }[] } }).getPosts.data.map(({ id }) => id),
    load: loadNewestPost,
  },
  backfill: {
    name: 'postsWithoutAreas',
    help: 'Posts whose areas are still to be found after an upgrade',
    // The id of the next post to fill counts down to 0.
    left: sql<number>`coalesce((select next_id from area_fills), 0)`,
  },
  mailStops: stoppedAccountsCount,
}

async function loadSealedAnswers(db: Database): Promise<Buffer[]> {
  if (!(await hasTable(db, 'accounts'))) return []
  const { rows } = await sql<{ answer_sealed: Buffer }>`
    (select answer_sealed from accounts order by id limit 1) union all
    (select answer_sealed from accounts order by id desc limit 1)`.execute(db)
  return rows.map(({ answer_sealed }) => answer_sealed)
}

async function loadNewestPost(db: Database): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select max(id)::text as id from listed_posts`.execute(db)
  return rows[0]?.id ?? null
}
