import pg from 'pg'
import { Secrets } from '#server/platform/secrets.ts'
import { searchText } from '#server/product/search/search-text.ts'
import { addresses, contentTexts, placeNames } from './vocabulary.ts'

/** The secret of the benches' sites; a site refuses data made with another secret. */
export const SECRET_KEY = 'a secret key that is used by nothing but the benches'

/**
 * Fills an empty, migrated database with `posts` posts by 2,000 accounts and about as many likes. Lines come from a
 * vocabulary whose grams are made by the server's own code; PostgreSQL combines them. Foreign keys are not checked and
 * secondary indexes are built at the end, so that a million posts take minutes instead of hours; needs a superuser.
 */
export async function seedPosts(connectionString: string, posts: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'",
    )
    await loadVocabulary(client)
    const indexes = await dropSecondaryIndexes(client)
    await client.query(addAccounts, [new Secrets(SECRET_KEY).seal('파랑', 'security answer')])
    for (const statement of fill) await client.query(statement, statement.includes('$1') ? [posts] : [])
    for (const index of indexes) await client.query(index)
    await client.query('reset session_replication_role')
    for (const table of TABLES) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

const TABLES = ['accounts', 'images', 'open_weeks', 'posts', 'image_uses', 'post_stats', 'post_search', 'likes']

async function loadVocabulary(client: pg.Client): Promise<void> {
  await client.query(
    'create temp table lines (kind text, n int, line text, normal text, grams text[], primary key (kind, n))',
  )
  for (const [kind, lines] of Object.entries({ place: placeNames(), address: addresses(), contents: contentTexts() })) {
    for (let from = 0; from < lines.length; from += 1000) {
      const rows = lines
        .slice(from, from + 1000)
        .map((line, index) => ({ n: from + index, line, ...searchText([line]) }))
      await client.query(
        `insert into lines select $1, n, line, normal, array(select jsonb_array_elements_text(grams))
         from jsonb_to_recordset($2) as row(n int, line text, normal text, grams jsonb)`,
        [kind, JSON.stringify(rows)],
      )
    }
  }
  await client.query('analyze lines')
}

/** Drops what is faster to build afterwards; returns the statements that restore it. */
async function dropSecondaryIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any($1) and not indisprimary and not indisunique`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** A pseudo-random number from 0 to `limit` - 1, the same in every run. */
const spread = (salt: number, limit: string) => `(hashint8(g * 16 + ${salt})::bigint + 2147483648) % ${limit}`
const countOf = (kind: string) => `(select count(*) from lines where kind = '${kind}')`

const addAccounts = `insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed)
 select left(md5('a' || g) , 22), 'p' || g || '@example.kr', 'p' || g || '@example.kr', '맛객' || g, 'none', 0, $1::bytea
 from generate_series(1, 2000) g`

/**
 * Typical hours of restaurants: 15 % give none, 3 % are always open, 5 % open late at night, 2 % early, the others from
 * morning to evening. The newest 5 % are all of the last kind, so at 4 a.m. the latest list starts without open places.
 */
const hours = `
  case kind when 'none' then null when 'always' then time '00:00'
    when 'late' then time '17:00' + ${spread(7, '9')} * interval '30 minutes'
    when 'early' then time '04:00' + ${spread(7, '4')} * interval '30 minutes'
    else time '07:00' + ${spread(7, '11')} * interval '30 minutes' + odd end as opens,
  case kind when 'none' then null when 'always' then time '00:00'
    when 'late' then time '01:00' + ${spread(8, '10')} * interval '30 minutes'
    when 'early' then time '14:00' + ${spread(8, '6')} * interval '30 minutes'
    else time '19:00' + ${spread(8, '10')} * interval '30 minutes' + odd end as closes`
const kinds = `, lateral (select ${spread(6, '100')} as share) shared, lateral (select
  case when share < 15 then 'none' when g > $1 * 0.95 or share >= 25 then 'day' when share < 18 then 'always'
    when share < 23 then 'late' else 'early' end as kind,
  case when ${spread(9, '20')} = 0 then ${spread(10, '6')} * interval '5 minutes' else interval '0' end as odd) kinds`

/** Weeks of hours with a break, and the share of posts that have one of them instead of the same hours every day. */
const [WEEKS, EVERY] = [200, 5]
const minutes = (from: string, to: string) => `int4range(d * 2880 + ${from}, d * 2880 + ${to})`
const clock = (minute: string) => `to_char(time '00:00' + (${minute}) * interval '1 minute', 'HH24:MI')`
const [opens, shuts] = ['600 + n % 20 * 5', '1200 + n / 20 * 5']

const fill = [
  `insert into open_weeks (spans) select range_agg(span) from generate_series(0, ${WEEKS - 1}) n, generate_series(0, 6) d,
     lateral (values (${minutes(opens, '900')}), (${minutes('1020', shuts)})) spans (span)
   group by n order by n`,
  `create temp table weeks as select n + 1 as week, jsonb_build_array(jsonb_build_object(
     'days', '["mon","tue","wed","thu","fri","sat","sun"]'::jsonb, 'start_time', ${clock(opens)}, 'end_time', ${clock(shuts)},
     'break_start', '15:00', 'break_end', '17:00', 'last_order', null)) as told
   from generate_series(0, ${WEEKS - 1}) n`,
  // In the role `replica`, which `seedPosts` sets, only triggers that are enabled `always` run.
  'alter table posts enable always trigger posts_open_hours',
  `insert into images (key, account_id, claimed_at, width, height, bytes, placeholder)
   select left(md5('i' || g), 22), 1 + g % 2000, now(), 1600, 1200, 200000, 'data:image/png;base64,' || repeat('iVBORw0K', 30)
   from generate_series(1, 20000) g`,
  `create temp table chosen as
   select g, ${spread(1, countOf('place'))} as place, ${spread(2, countOf('address'))} as address,
     ${spread(3, countOf('contents'))} as contents, 1 + ${spread(4, '2000')} as account, ${hours}
   from generate_series(1, $1::bigint) g${kinds}`,
  `insert into posts (id, account_id, title, contents, address, place_name, lat, lng, start_time, end_time, created_at, week_id,
     week_hours)
   overriding system value
   select g, account, p.line, c.line, a.line, p.line,
     33.2 + (g % 500) / 100.0, 126.3 + (g % 300) / 100.0, to_char(opens, 'HH24:MI'), to_char(closes, 'HH24:MI'),
     now() - interval '10 years' + g * interval '5 minutes', week, told
   from chosen
   left join weeks on g % ${EVERY} = 0 and week = 1 + g / ${EVERY} % ${WEEKS}
   join lines p on p.kind = 'place' and p.n = place
   join lines a on a.kind = 'address' and a.n = address
   join lines c on c.kind = 'contents' and c.n = contents
   order by g`,
  'alter table posts enable trigger posts_open_hours',
  'insert into image_uses (image_id, post_id) select 1 + g % 20000, g from chosen where g % 2 = 0',
  `insert into post_search
   select g, p.normal || E'\\n' || c.normal || E'\\n' || p.normal || E'\\n' || a.normal, p.grams || c.grams || a.grams
   from chosen
   join lines p on p.kind = 'place' and p.n = place
   join lines a on a.kind = 'address' and a.n = address
   join lines c on c.kind = 'contents' and c.n = contents
   order by g`,
  `insert into post_stats (post_id, like_count, open_hours)
   select g, least(300, floor(power((1 + ${spread(5, '1000000')}) / 1000000.0, -0.55)))::int - 1, open_hours
   from chosen join posts on id = g order by g`,
  `insert into likes
   select post_id, 1 + (post_id * 31 + k) % 2000, now() - k * interval '1 minute'
   from post_stats, generate_series(1, like_count) k`,
  `select setval(pg_get_serial_sequence('posts', 'id'), $1)`,
]
