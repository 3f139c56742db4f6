import { sql } from 'kysely'
import type { PostInput } from '#rules/post.ts'
import { changesOf } from '../../db/changes.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { builtInAreas } from '../../places/areas/built-in.ts'
import { changeVenue } from '../venues/join-venue.ts'
import { locatePosts } from './locate-posts.ts'

/** Posts of one transaction. */
const BATCH = 100

type StoredPost = { id: number } & Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/**
 * Takes the position from posts of former versions that were stored at the centre of an area: they keep their address
 * and the area that it names. A position is such a centre if it equals one of the gazetteer to the last digit and the
 * post names no place other than that area. It does this once per database; later calls read one row.
 */
export async function dropCentres(db: Database): Promise<void> {
  const { rows } = await sql<{ written_before: Date }>`select written_before from unchecked_centres`.execute(db)
  const before = rows[0]?.written_before
  if (!before) return
  const ids = await findPostsAtCentres(db, before)
  for (let from = 0; from < ids.length; from += BATCH) {
    await db.transaction().execute((tx) => dropPositions(tx, ids.slice(from, from + BATCH), before))
    changesOf(db).announce({ kind: 'post', postId: ids[from] ?? 0 })
  }
  await sql`delete from unchecked_centres`.execute(db)
}

async function findPostsAtCentres(db: Queryable, before: Date): Promise<number[]> {
  const centres = JSON.stringify(builtInAreas.map(({ address, lat, lng }) => ({ address, lat, lng })))
  const { rows } = await sql<{ id: number }>`
    with centres as (
      select address, lat, lng from place_areas
      union select address, lat, lng from json_to_recordset(${centres}) as area(address text, lat float8, lng float8)
    )
    select distinct p.id from posts p join centres c on c.lat = p.lat and c.lng = p.lng
    where p.address is not null and ${isOld(before)}
      and (p.place_name is null or p.place_name in (c.address, split_part(c.address, ' ', -1)))
    order by p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locked in the order of a withdrawal. Posts that were edited meanwhile have a position that somebody confirmed. */
async function dropPositions(tx: Queryable, ids: readonly number[], before: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from posts p where id = any(${[...ids]}::bigint[]) and ${isOld(before)}
    order by id for no key update`.execute(tx)
  const { rows: posts } = await sql<StoredPost>`
    update posts set lat = null, lng = null where id = any(${rows.map(({ id }) => id)}::bigint[])
    returning id, title, place_name, address, lat, lng`.execute(tx)
  for (const post of posts) await changeVenue(tx, post.id, post)
  await locatePosts(tx, posts)
}

function isOld(before: Date) {
  return sql`coalesce(p.updated_at, p.created_at) < ${before}`
}
