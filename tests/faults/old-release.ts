import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

const run = promisify(execFile)

/** The secret of what its benches write (`bench/seed.ts`). */
export const OLD_SECRET = 'a secret key that is used by nothing but the benches'

/**
 * Lets the bench of a commit fill a database with so many posts, their likes, pictures, places and areas. All of it is kept for the next run, so change only copies of the data folder.
 * @returns the data folder
 */
export async function fillOldRelease(commit: string, posts: number): Promise<string> {
  const folder = await unpackRelease(commit)
  const env = { ...process.env, NODE_ENV: 'development' }
  const fill = "import('./bench/stage.ts').then(async ({ openStage }) => (await openStage()).close())"
  await run(process.execPath, ['-e', fill, '--', 'stage', '--posts', String(posts)], {
    cwd: folder,
    env,
    maxBuffer: 2 ** 24,
  })
  return path.join(folder, '.tmp/bench')
}

/** The files of a commit with its own packages, kept for the next run. @returns their folder */
export async function unpackRelease(commit: string): Promise<string> {
  const folder = path.resolve('.tmp/releases', commit)
  if (existsSync(path.join(folder, 'node_modules'))) return folder
  await mkdir(folder, { recursive: true })
  const archive = spawn('git', ['archive', commit], { stdio: ['ignore', 'pipe', 'inherit'] })
  const unpack = spawn('tar', ['x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] })
  const [code] = await once(unpack, 'exit')
  if (code !== 0) throw new Error(`git has no commit ${commit}`)
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env: { ...process.env, NODE_ENV: 'development' } })
  return folder
}

/** Numbers and sums of what members wrote and where it is listed, in columns that every release has: an upgrade changes none. */
export async function contentsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ contents: Record<string, string> }>`select jsonb_build_object(
    'posts', (select count(*) || ' ' || sum(hashtextextended(concat_ws('|', id, account_id, title, contents, address, place_name,
      lat, lng, start_time, end_time, created_at), 0)) from posts),
    'likes', (select count(*) || ' ' || sum(hashtextextended(concat_ws('|', post_id, account_id, created_at), 0)) from likes),
    'counts', (select sum(like_count)::text from post_stats),
    'accounts', (select count(*) || ' ' || sum(hashtextextended(concat_ws('|', id, handle, email, username), 0)) from accounts),
    'inPlaces', (select count(*)::text from venue_posts),
    'inAreas', (select count(distinct post_id)::text from post_areas),
    'pictures', (select count(*) || ' ' || sum(hashtextextended(concat_ws('|', id, key, account_id), 0)) from images)
  ) as contents`.execute(db)
  return rows[0]?.contents ?? {}
}
