import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'

const TABLES = [
  'comments',
  'comment_threads',
  'hour_words',
  'saves',
  'visits',
  'follows',
  'notifications',
  'notification_actors',
  'collections',
  'collection_entries',
]

/**
 * Number of accounts that send the requests: the first ones. They have as many rows of their own at every size; all other rows
 * belong to the other accounts.
 */
export const ASKING_ACCOUNTS = 50
/** Rows of each of these accounts: followed authors, entries of each list, notifications and collections. */
const [FOLLOWED, SAVED, NOTIFIED, COLLECTED] = [500, 500, 500, 3]
/** Comments of posts with many and with few, and replies to one comment, at every size. */
const [MANY, FEW, REPLIES] = [10_000, 20, 1000]

/** A pseudo-random number from 0 to `limit` - 1, the same in every run. */
const spread = (salt: number, limit: string) => `(hashint8(g * 16 + ${salt})::bigint + 2147483648) % ${limit}`
const account = (salt: number) => `${ASKING_ACCOUNTS + 1} + ${spread(salt, `${2000 - ASKING_ACCOUNTS}`)}`
const post = (salt: number) => `1 + ${spread(salt, '$1')}`
const when = `now() - ${spread(15, '7776000')} * interval '1 second'`

/**
 * Adds what people leave on a site of that size: for each post three comments, five saves with visits, a follow and ten
 * notifications, and a collection for each hundred; replies, and words on the hours of places. Does nothing if the rows exist.
 */
export async function seedActivity(db: Database, posts: number): Promise<void> {
  const { rows } = await sql`select from comments limit 1`.execute(db)
  if (rows.length > 0) return
  await withoutTimeLimits(db, async (connection) => {
    const run = (text: string) => sql.raw(text.replaceAll('$1', String(posts))).execute(connection)
    await run("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'")
    const indexes = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid::regclass::text = any(${TABLES}) and not indisprimary and not indisunique`.execute(connection)
    for (const { name } of indexes.rows) await run(`drop index ${name}`)
    for (const statement of [...statements, ...ofAskers, ...rest]) await run(statement)
    for (const { definition } of indexes.rows) await run(definition)
    await run('reset session_replication_role')
    for (const table of TABLES) await run(`vacuum analyze ${table}`)
    await run('vacuum analyze post_stats')
  })
}

const comments = (from: string, postId: string) => `insert into comments (post_id, account_id, text, created_at)
  select ${postId}, ${account(1)}, '저도 다녀왔어요. 육수가 맑고 면이 부드러워요.', ${when} from generate_series(${from}) g`

const collections = (owner: string, from: string, salt: string) => `
  insert into collections (key, account_id, name, about, visibility, normal, grams)
  select left(md5('${salt}' || g), 22), ${owner}, '성수 데이트 ' || g, '', 'public', '성수 데이트', '{성,성수,수,데,데이,이,이트,트}'
  from generate_series(${from}) g`
const list = "case g % 2 when 0 then 'want' else 'been' end"
const kind = "(array['like', 'comment', 'post'])[1 + g % 3]"

/** Inserts saves, each with the place of its post. */
function saves(row: string, from: string): string {
  return `insert into saves (account_id, list, post_id, saved_at, venue_id)
   select drawn.*, v.venue_id from (select ${row} from ${from}) drawn (account_id, list, post_id, saved_at)
   left join venue_posts v using (post_id) on conflict do nothing`
}

const statements = [
  comments('1, $1 * 3', post(2)),
  comments(`1, ${MANY}`, '$1 / 2'),
  comments(`1, ${FEW}`, '$1 / 2 + 1'),
  comments(`1, ${FEW}`, '$1 / 2 + 2'),
  saves(`${account(3)}, ${list}, ${post(4)}, ${when}`, 'generate_series(1, $1 * 5) g'),
  `insert into follows (account_id, author_id)
   select account_id, author_id from (select distinct ${account(5)} as account_id, ${account(6)} as author_id
     from generate_series(1, $1) g) pairs where account_id <> author_id on conflict do nothing`,
  `insert into notifications (account_id, kind, post_id, at, is_read)
   select ${account(7)}, ${kind}, ${post(8)}, ${when}, g % 10 <> 0 from generate_series(1, $1 * 10) g on conflict do nothing`,
  collections(account(9), '1, $1 / 100', 'c'),
]

const each = (amount: number) => `generate_series(1, ${ASKING_ACCOUNTS}) a, generate_series(1, ${amount}) g`
/** Another post for each `g` of an asker. */
const own = (amount: number) => `1 + (g * ($1 / ${amount}) + a) % $1`
const ofAskers = [
  saves(`a, ${list}, ${own(2 * SAVED)}, ${when}`, each(2 * SAVED)),
  `insert into follows (account_id, author_id) select a, 1 + (a + g) % 2000 from ${each(FOLLOWED)}`,
  `insert into notifications (account_id, kind, post_id, at, is_read)
   select a, ${kind}, ${own(NOTIFIED)}, ${when}, g % 10 <> 0 from ${each(NOTIFIED)}`,
  collections(`1 + g % ${ASKING_ACCOUNTS}`, `1, ${ASKING_ACCOUNTS * COLLECTED}`, 'o'),
]

const replies = (
  condition: string,
  amount: number,
) => `insert into comments (post_id, account_id, text, created_at, thread_id)
  select t.post_id, ${account(11)}, '저도 그렇게 생각해요.', ${when}, t.id
  from comment_threads t, generate_series(1, ${amount}) g where ${condition}`

/**
 * The collections of the asking accounts have places with one post. At a million posts a place has five on average instead of one,
 * with five times the visitors, whose answers make its verdict.
 */
const ownEntries = `insert into collection_entries (collection_id, post_id, venue_id, position, note)
  select c.id, single.post_id, single.venue_id, n, '여기는 꼭'
  from collections c, generate_series(1, 20) n, (
    select venue_id, min(post_id) as post_id, row_number() over (order by venue_id) as nth, count(*) over () as amount
    from venue_posts group by venue_id having count(*) = 1
  ) single
  where c.account_id <= ${ASKING_ACCOUNTS} and single.nth = 1 + ((c.id * 20 + n) * 7919) % single.amount
  on conflict do nothing`

const rest = [
  `insert into notification_actors (notification_id, actor_id, account_id, at)
   select id, 1 + id % 2000, account_id, at from notifications`,
  `insert into collection_entries (collection_id, post_id, venue_id, position, note)
   select id, drawn.post_id, v.venue_id, n, '여기는 꼭'
   from collections, generate_series(1, 20) n, lateral (select 1 + (id * 97 + n) % $1 as post_id) drawn
   left join venue_posts v using (post_id) where account_id > ${ASKING_ACCOUNTS} on conflict do nothing`,
  ownEntries,
  `insert into visits (account_id, post_id, day, again)
   select account_id, post_id, saved_at::date, case (account_id + post_id) % 5 when 0 then null when 1 then false else true end
   from saves where list = 'been'`,
  // A tenth of the comments have two replies, and all of one post five, the first of them many more.
  `insert into comment_threads (id, post_id) select id, post_id from comments where id % 10 = 0 or post_id = $1 / 2 + 2`,
  replies('post_id <> $1 / 2 + 2', 2),
  replies('post_id = $1 / 2 + 2', 5),
  replies('id = (select min(id) from comment_threads where post_id = $1 / 2 + 2)', REPLIES),
  // Two members give hours of each place, beside those in its posts.
  `insert into hour_words (venue_id, account_id, week_hours, changed)
   select v.id, ${ASKING_ACCOUNTS + 1} + (v.id + n) % ${2000 - ASKING_ACCOUNTS}, p.week_hours, false
   from venues v, generate_series(1, 2) n, lateral (select week_hours from posts where week_hours is not null order by id limit 1) p
   on conflict do nothing`,
]
