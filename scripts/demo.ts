import { sql } from 'kysely'
import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { ConfigError } from '#server/platform/env-reader.ts'
import { migrateJobQueue } from '#server/platform/jobs/jobs.ts'
import { noRateLimits } from '#server/platform/limits/rate-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { createImages } from '#server/platform/pictures/images.ts'
import { InUseError, StartError } from '#server/platform/start-error.ts'
import { copyLegalTemplates } from '#server/product/legal/legal-texts.ts'
import { addPost } from '#server/product/posts/writing/write-post.ts'
import { product } from '#server/product/product.ts'
import { openServices } from '#server/site.ts'
import { addReactions } from './demo/add-reactions.ts'
import { contextOf, demoEmailOf, newPassword, signUp } from './demo/members.ts'
import { readTown } from './demo/read-town.ts'
import { spreadTimes } from './demo/set-times.ts'
import {
  discardReceivedPictures,
  mapConcurrently,
  OnceProcessor,
  UPLOAD_CONCURRENCY,
  uploadPicture,
} from './demo/upload.ts'

/**
 * Fills an empty site with the people of a small town and what they write, through the functions behind the API: pictures
 * are processed and claimed like uploads, and every like belongs to an account.
 */

/** No mails, and no rate limits. */
const NEEDS = {
  connections: UPLOAD_CONCURRENCY,
  mailer: { send: async () => {}, close: () => {} },
  rateLimits: noRateLimits,
}

const FILLED =
  'The site already has accounts or posts. The demo fills an empty one only: give it another DATA_DIR, or another database.'
const RUNNING = 'The site is running. Stop it (Ctrl-C), run `npm run demo` again, and then start it.'

async function main(): Promise<void> {
  const config = loadConfig(readEnvironment())
  const log = createLog('warn')
  const cleanup = new AsyncDisposableStack()
  try {
    const databaseUrl = await startDatabase(config, log, cleanup).catch(toRunningError)
    const services = await openServices({ config, log, cleanup, databaseUrl }, NEEDS)
    await copyLegalTemplates(config)
    // Posts queue jobs, which the site's first start then runs.
    await migrateJobQueue(databaseUrl, log)
    const images = createImages({ ...services, visibility: product.pictures, processor: new OnceProcessor() })
    cleanup.defer(() => images.close())
    cleanup.defer(discardReceivedPictures)
    await fill({ ...services, images })
  } finally {
    await cleanup.disposeAsync()
  }
}

function toRunningError(error: unknown): never {
  throw error instanceof InUseError ? new StartError(RUNNING) : error
}

async function fill(services: Services): Promise<void> {
  const { rows } = await sql`select from accounts union all select from posts limit 1`.execute(services.db)
  if (rows.length > 0) throw new StartError(FILLED)
  const town = readTown()
  // Only the first password is printed.
  const password = newPassword()
  const members = await mapConcurrently(town.people, (person, index) =>
    signUp(services, person, { email: demoEmailOf(index), password: index === 0 ? password : newPassword() }),
  )
  const drafts = await mapConcurrently(town.posts, async (post) => {
    const author = members.find(({ username }) => username === post.author)
    if (!author) throw new Error(`demo/people.json has no author ${post.author}`)
    const context = contextOf(services, author)
    const images: string[] = []
    for (const name of post.images) images.push(await uploadPicture(context, name))
    return { post, author, images }
  })
  const posts: ((typeof drafts)[number] & { id: string })[] = []
  // One after the other, because the feed is ordered by id.
  for (const draft of drafts) {
    const { author: _, popularity: __, ...fields } = draft.post
    const { id } = await addPost(contextOf(services, draft.author), { ...fields, images: draft.images })
    posts.push({ ...draft, id: String(id) })
  }
  await addReactions({ services, members, posts }, town)
  await spreadTimes(
    services,
    posts.map(({ id }) => Number(id)),
  )
  console.log(`${await summaryOf(services)} Log in as ${demoEmailOf(0)} with the password ${password}`)
}

async function summaryOf({ db }: Services): Promise<string> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from accounts) as people, (select count(*) from posts) as posts,
    (select count(distinct venue_id) from venue_posts) as places, (select count(*) from comments) as comments,
    (select count(*) from collection_entries) as entries, (select count(*) from collections) as collections`.execute(db)
  const { people, posts, places, comments, entries, collections } = rows[0] ?? {}
  return `${people} people, ${posts} posts about ${places} places, ${comments} comments, ${entries} entries in ${collections} collections.`
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) console.error(fault)
  else if (error instanceof StartError) console.error(error.message)
  else throw error
  process.exitCode = 1
}
