import { randomBytes, randomInt } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { securityQuestions } from '#rules/account.ts'
import { signup } from '#server/accounts/signup.ts'
import { loadConfig, readEnvironment } from '#server/config.ts'
import type { OperationContext, Services } from '#server/context.ts'
import { ConfigError } from '#server/env-reader.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { unlimited } from '#server/limits/rate-limits.ts'
import { createLog } from '#server/log.ts'
import { openServices } from '#server/open-services.ts'
import { likePost } from '#server/posts/likes/like-post.ts'
import { addPost } from '#server/posts/writing/add-post.ts'
import { InUseError, StartError } from '#server/start-error.ts'
import { postTimes } from '../demo/post-times.ts'

/**
 * Fills an empty site with realistic posts, through the functions behind the API: pictures are processed and claimed
 * like uploads, and every like belongs to an account.
 */

type Person = { username: string; handle: string; accountId: number }
type DemoPost = {
  author: string
  title: string
  contents: string
  /** Names of files. */
  images: string[]
  place_name: string
  address: string
  lat: number
  lng: number
  start_time: string | null
  end_time: string | null
  /** Approximate share of people who like it. */
  popularity: number
}

const demo = new URL('../demo/', import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, demo), 'utf8')) as T

/** As many as the connections to the database. */
const AT_ONCE = 4

/** No mails, and no rate limits. */
const NEEDS = { connections: AT_ONCE, mailer: { send: async () => {}, close: () => {} }, rateLimits: unlimited }

const FILLED =
  'The site already has accounts or posts. The demo fills an empty one only: give it another DATA_DIR, or another database.'
const RUNNING = 'The site is running. Stop it (Ctrl-C), run `npm run demo` again, and then start it.'

async function main(): Promise<void> {
  const config = loadConfig(readEnvironment())
  const log = createLog('warn')
  const cleanup = new AsyncDisposableStack()
  try {
    const { services, databaseUrl } = await openServices(config, log, cleanup, NEEDS).catch(toRunningError)
    // Posts queue jobs, which the site's first start then runs.
    await migrateJobs(databaseUrl, log)
    await fill(services)
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
  const { authors, readers } = read<{ authors: { username: string; image: string | null }[]; readers: string[] }>(
    'people.json',
  )
  const posts = read<DemoPost[]>('posts.json').toReversed()
  const password = newPassword()
  const everybody = [...authors, ...readers.map((username) => ({ username, image: null }))]
  const people = await mapConcurrently(everybody, (person, index) => signUp(services, index, person, password))
  const pictures = await mapConcurrently(posts, (post) => uploadAll(services, authorOf(people, post), post.images))
  // One after the other, because the feed is ordered by id.
  const ids: number[] = []
  for (const [index, post] of posts.entries()) {
    ids.push(await write(services, authorOf(people, post), post, pictures[index] ?? []))
  }
  await mapConcurrently(posts, (post, index) => like(services, people, ids[index] ?? 0, post.popularity))
  await setTimes(services, ids, postTimes(posts.length, new Date()))
  console.log(`${people.length} people, ${posts.length} posts. Log in as ${emailOf(0)} with the password ${password}`)
}

/** Runs a few at a time, and keeps the order of the results. */
async function mapConcurrently<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const emailOf = (index: number) => `demo${index + 1}@example.com`

/** A random valid password; only the first author's is shown. */
function newPassword(): string {
  return `${randomBytes(6).toString('hex')}a1!`
}

async function signUp(
  services: Services,
  index: number,
  { username, image }: { username: string; image: string | null },
  password: string,
): Promise<Person> {
  const uploader = randomBytes(16).toString('base64url')
  const context = contextOf(services, null, uploader)
  const user = await signup(context, {
    email: emailOf(index),
    username,
    password: index === 0 ? password : newPassword(),
    questionIndex: randomInt(securityQuestions.length),
    questionAnswer: randomBytes(8).toString('hex'),
    image: image && (await upload(context, image, null)),
  })
  const { id } = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', user.jwt)
    .executeTakeFirstOrThrow()
  return { username, handle: user.jwt, accountId: id }
}

function authorOf(people: readonly Person[], { author }: DemoPost): Person {
  const person = people.find(({ username }) => username === author)
  if (!person) throw new Error(`demo/people.json has no author ${author}`)
  return person
}

async function uploadAll(services: Services, person: Person, names: readonly string[]): Promise<string[]> {
  const urls: string[] = []
  for (const name of names) urls.push(await upload(contextOf(services, person, null), name, person.accountId))
  return urls
}

async function write(services: Services, person: Person, post: DemoPost, images: string[]): Promise<number> {
  const { author: _, popularity: __, ...fields } = post
  const { id } = await addPost(contextOf(services, person, null), { ...fields, images })
  return Number(id)
}

async function upload(context: OperationContext, name: string, accountId: number | null): Promise<string> {
  const file = await context.images.receive(createReadStream(new URL(`img/${name}`, demo)))
  try {
    const added = await context.images.add(file, { uploader: context.uploader, accountId })
    return context.images.urlOf(added.key)
  } finally {
    await file.discard()
  }
}

/** Popular posts are liked by most people, but not by all. */
async function like(services: Services, people: readonly Person[], id: number, popularity: number): Promise<void> {
  for (const person of people) {
    if (Math.random() > popularity) continue
    await likePost(contextOf(services, person, null), { id: String(id), isLike: true, jwt: person.handle })
  }
}

/** Posts are spread over days, likes come hours later, and everybody joined before. */
async function setTimes({ db }: Services, ids: readonly number[], times: readonly Date[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update posts set created_at = t.at
      from unnest(${ids}::bigint[], ${times.map((time) => time.toISOString())}::timestamptz[]) t(id, at)
      where posts.id = t.id`.execute(tx)
    await sql`update likes set created_at = least(now(), p.created_at + random() * interval '30 hours')
      from posts p where p.id = likes.post_id`.execute(tx)
    await sql`update accounts set created_at = now() - interval '20 days' - random() * interval '200 days'`.execute(tx)
    // Removes the sessions opened by signing up, which nobody has.
    await sql`delete from sessions`.execute(tx)
  })
}

function contextOf(services: Services, person: Person | null, uploader: string | null): OperationContext {
  const ignore = () => {}
  return {
    ...services,
    session: person && {
      id: 0,
      accountId: person.accountId,
      handle: person.handle,
      restricted: false,
      persistent: false,
      hasBlocks: false,
      role: 'member',
      suspendedUntil: null,
      isPending: false,
      isNew: false,
      isVerified: true,
    },
    shown: new Set(),
    cookies: {
      setSession: ignore,
      clearSession: ignore,
      knownDevice: null,
      setKnownDevice: ignore,
      clearKnownDevice: ignore,
      recoveryTicket: null,
      setRecoveryTicket: ignore,
      clearRecoveryTicket: ignore,
    },
    ip: '127.0.0.1',
    userAgent: null,
    uploader,
    idempotencyKey: null,
  }
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) console.error(fault)
  else if (error instanceof StartError) console.error(error.message)
  else throw error
  process.exitCode = 1
}
