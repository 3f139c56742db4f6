import { type Kysely, sql } from 'kysely'

/** What a post tells about its place: kind of food, price, dishes, closing days, and what is good there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday']
const mask = days.map((day, bit) => `case when '${day}' = any (closed_on) then ${1 << bit} else 0 end`).join(' + ')

const kinds = ['korean', 'chinese', 'japanese', 'western', 'snack', 'grill', 'seafood', 'cafe', 'bar', 'other']
const prices = ['under_1', 'from_1_to_2', 'from_2_to_3', 'from_3_to_5', 'over_5']
const traits = ['solo', 'parking', 'reservation', 'takeout', 'pets', 'kids']

const bits = [
  ...kinds.map((kind) => `kind = '${kind}'`),
  ...prices.map((price) => `price = '${price}'`),
  ...traits.map((trait) => `'${trait}' = any (traits)`),
].map((told, bit) => `case when ${told} then ${1 << bit} else 0 end`)

/** Kind, price and traits as bits; null for a post that tells nothing of it. */
export const factsType = `integer generated always as (nullif(${bits.join(' + ')}, 0)) stored`

const statements = [
  `alter table posts
    add column kind text,
    add column price text,
    add column dishes jsonb not null default '[]',
    add column closed_on text[] not null default '{}',
    add column traits text[] not null default '{}'`,
  // Made again by 0380-list-facts; the rewrite would make them too.
  'drop index posts_title, posts_open_latest',
  // The closing days as a mask, above the two times: what indexes and lists already have tells them too. The column of
  // 0380-list-facts comes here, because one rewrite of all posts is enough.
  `alter table posts
    alter column open_hours set expression as (
      (${mask}) * 82944
      + 288 * (12 * left(start_time, 2)::integer + right(start_time, 2)::integer / 5)
      + (12 * left(end_time, 2)::integer + right(end_time, 2)::integer / 5)
    ),
    add column facts ${factsType}`,
  'drop function is_open(integer, integer)',
  // `today` and `yesterday` are masks of those days: after midnight a place may be open since the day before.
  `create function is_open(hours integer, step integer, today integer, yesterday integer) returns boolean
    language sql immutable parallel safe
    return case
      when hours / 288 % 288 = hours % 288 then (hours / 82944 & today) = 0
      when hours / 288 % 288 < hours % 288
        then (hours / 82944 & today) = 0 and step >= hours / 288 % 288 and step < hours % 288
      else ((hours / 82944 & today) = 0 and step >= hours / 288 % 288)
        or ((hours / 82944 & yesterday) = 0 and step < hours % 288)
    end`,
]
