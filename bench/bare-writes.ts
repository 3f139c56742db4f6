import { sql } from 'kysely'
import { CHANGES_CHANNEL } from '#server/platform/database/changes.ts'
import { connect } from '#server/platform/database/connect.ts'
import type { Stage } from './stage.ts'

/** Writes without our code, each in a transaction of its own: the control. */
export type BareWrites = Readonly<{
  /** Likes the post or takes the like back, with counter and notification. */
  like(post: number): Promise<void>
  /** Adds a post with its counter and two search terms. */
  addPost(): Promise<void>
  close(): Promise<void>
}>

/** Connections to the database: as many as all processes of the site have together on two cores. */
const CONNECTIONS = 14

/** Accounts that write: the id of the first one, and their number. They have no sessions. */
const [FIRST_ACCOUNT, ACCOUNTS] = [1001, 1000]

/** Message that the site's processes exchange for a like. */
const announcementOf = (postId: number) => JSON.stringify({ from: 'bench', changes: [{ kind: 'like', postId }] })

export function openBareWrites({ connectionString }: Stage, text: string): BareWrites {
  const { db } = connect(connectionString, CONNECTIONS)
  let turn = 0
  return {
    like: (post) =>
      db.transaction().execute(async (tx) => {
        const account = FIRST_ACCOUNT + (turn++ % ACCOUNTS)
        const added = await sql`
          insert into likes (post_id, account_id) values (${post}, ${account}) on conflict do nothing returning 1`.execute(
          tx,
        )
        const isLike = added.rows.length > 0
        if (!isLike) await sql`delete from likes where post_id = ${post} and account_id = ${account}`.execute(tx)
        await sql`select pg_notify(${CHANGES_CHANNEL}, ${announcementOf(post)})`.execute(tx)
        await sql`update post_stats set like_count = like_count + ${isLike ? 1 : -1} where post_id = ${post}`.execute(
          tx,
        )
      }),
    addPost: async () => {
      await sql`with post as (insert into posts (account_id, title, contents)
          values (${FIRST_ACCOUNT}, ${`평양냉면 ${turn++}`}, ${text}) returning id),
        stats as (insert into post_stats (post_id) select id from post)
        insert into post_search (post_id, normal, grams) select id, ${text}, array['육수', '수가'] from post`.execute(
        db,
      )
    },
    close: () => db.destroy(),
  }
}
