import { sql } from 'kysely'
import type { PlacePhoto, PlacePhotoList, QueryGetPlacePhotosArgs } from '#contract/schema.gen.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { cutPage, type OperationContext, readCursor } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import { requireId } from '../../errors.ts'
import { imageInfo } from '../present-post.ts'

const PER_PAGE = 30

type Row = { post_id: number; position: number; title: string; url: string | null; key: string | null } & Parameters<
  typeof imageInfo
>[0]

/** Where a page begins: after this photo of this post. */
type Start = readonly [post: number, position: number]
const BEGINNING: Start = [Number.MAX_SAFE_INTEGER, -1]

/** Those of the newest posts first, each post's in its order. @throws {AppError} BAD_USER_INPUT for a foreign cursor */
export async function getPlacePhotos(
  context: OperationContext,
  args: QueryGetPlacePhotosArgs,
): Promise<PlacePhotoList> {
  const id = requireId(args.id)
  const list = `photos of place ${id}`
  const start = readCursor<Start>(context, list, args.cursor) ?? BEGINNING
  const rows = await readPhotos(context, id, PER_PAGE + 1, start)
  const keyOf = ({ post_id, position }: Row): Start => [post_id, position]
  const { page, nextCursor } = cutPage(context, list, { rows, size: PER_PAGE, keyOf })
  return { data: page.map((row) => presentPhoto(context, row)), nextCursor }
}

export async function loadPlacePhotos(context: OperationContext, id: string, limit: number): Promise<PlacePhoto[]> {
  return (await readPhotos(context, Number(id), limit, BEGINNING)).map((row) => presentPhoto(context, row))
}

async function readPhotos(
  { db, session }: OperationContext,
  venueId: number,
  limit: number,
  [post, position]: Start,
): Promise<Row[]> {
  const isAfter = sql`(u.post_id < ${post}::bigint or u.position > ${position})`
  const { rows } = await sql<Row>`${prepared}
    select u.post_id, u.position, p.title, u.url, i.key, i.width as image_width, i.height as image_height,
      i.placeholder as image_placeholder
    from (
      select post_id from venue_posts v
      where venue_id = ${venueId} and post_id <= ${post}::bigint
        and exists (select from posts w where w.id = v.post_id and ${isShownTo(session, 'post', 'w')})
        and exists (select from image_uses u where u.post_id = v.post_id and ${isAfter})
      order by post_id desc limit ${limit}
    ) newest
    join image_uses u on u.post_id = newest.post_id and ${isAfter}
    join posts p on p.id = u.post_id
    left join images i on i.id = u.image_id
    order by u.post_id desc, u.position limit ${limit}`.execute(db)
  return rows
}

function presentPhoto({ images, shown }: OperationContext, row: Row): PlacePhoto {
  const id = String(row.post_id)
  shown.add(id)
  const image = row.key === null ? (row.url ?? '') : images.urlOf(row.key)
  return { post: id, title: row.title, image, image_info: imageInfo(row) }
}
