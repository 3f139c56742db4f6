import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

/** Counts that must be zero after every fault. */
export type Damage = {
  lostPosts: number
  lostLikes: number
  /** Posts without their counter, their search text or their place on the map. */
  partialPosts: number
  /** Posts whose counter differs from the number of their likes. */
  wrongCounts: number
  /** Levels of the map whose squares do not add up to the posts with a position. */
  wrongCells: number
}

export const NO_DAMAGE: Damage = { lostPosts: 0, lostLikes: 0, partialPosts: 0, wrongCounts: 0, wrongCells: 0 }

/** Every acknowledged write, in a file that is written before the writer continues. */
export class Ledger {
  readonly #file: string
  readonly #handle: number

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'a')
  }

  post(id: string, title: string): void {
    writeSync(this.#handle, `post ${id} ${title}\n`)
  }

  like(postId: string, accountId: number): void {
    writeSync(this.#handle, `like ${postId} ${accountId}\n`)
  }

  /** Number of acknowledged posts and likes in it. */
  get sizes(): { posts: number; likes: number } {
    return { posts: this.#entries('post').length, likes: this.#entries('like').length }
  }

  /** Compares it with the database, and the database with itself. */
  async findDamage(db: Database): Promise<Damage> {
    const { rows } = await sql<Damage>`
      with posted as (select * from json_to_recordset(${JSON.stringify(this.#entries('post'))}) as x(id bigint, by text)),
        liked as (select * from json_to_recordset(${JSON.stringify(this.#entries('like'))}) as x(id bigint, by text))
      select
        (select count(*) from posted where not exists
          (select from posts where posts.id = posted.id and posts.title = posted.by)) as "lostPosts",
        (select count(*) from liked where not exists
          (select from likes where post_id = liked.id and account_id = liked.by::bigint)) as "lostLikes",
        (select count(*) from posts left join post_stats on post_stats.post_id = posts.id
          left join post_search on post_search.post_id = posts.id
          left join post_positions on post_positions.post_id = posts.id
          where post_stats.post_id is null or post_search.post_id is null
            or (post_positions.post_id is null) <> (posts.lat is null)) as "partialPosts",
        (select count(*) from post_stats where like_count <>
          (select count(*) from likes where likes.post_id = post_stats.post_id)) as "wrongCounts",
        (select count(*) from (select sum(count) as posts from post_cells group by level)
          where posts <> (select count(*) from post_positions)) as "wrongCells"`.execute(db)
    return rows[0] ?? NO_DAMAGE
  }

  close(): void {
    closeSync(this.#handle)
  }

  #entries(kind: 'post' | 'like'): { id: string; by: string }[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n')
    return lines.flatMap((line) => {
      const [word, id = '', by = ''] = line.split(' ')
      return word === kind ? [{ id, by }] : []
    })
  }
}
