import { type Kysely, sql } from 'kysely'

/**
 * Other posts of a place are found by name or address and position, so that the posts of a chain's other shops are not read
 * (docs/decisions/0231). Posts without a position come first, the newest of them before the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index posts_place_position on posts (place_key, lat desc nulls first, id desc) include (lng)
    where place_key is not null`,
  'drop index posts_place',
  `create index posts_address_position on posts (address, lat desc nulls first, id desc) include (lng)
    where address is not null`,
  'drop index posts_address',
]
