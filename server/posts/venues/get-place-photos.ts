import { sql } from 'kysely'
import type { PlacePhoto, PlacePhotoList, QueryGetPlacePhotosArgs } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { isShownTo } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import { badInput, requireId } from '../../errors.ts'
import type { Secrets } from '../../secrets.ts'
import { imageInfo } from '../present-post.ts'

const PER_PAGE = 30

type Row = { post_id: number; position: number; title: string; url: string | null; key: string | null } & Parameters<
  typeof imageInfo
>[0]

/** Where a page begins: after this photo of this post. */
type Start = { post: number; position: number }

/** Those of the newest posts first, each post's in its order. @throws {AppError} BAD_USER_INPUT for a foreign cursor */
export async function getPlacePhotos(
  context: OperationContext,
  args: QueryGetPlacePhotosArgs,
): Promise<PlacePhotoList> {
  const id = requireId(args.id)
  const start = typeof args.cursor === 'string' ? readCursor(context.secrets, id, args.cursor) : null
  const rows = await readPhotos(context, id, PER_PAGE + 1, start)
  const page = rows.slice(0, PER_PAGE)
  const last = page.at(-1)
  return {
    data: page.map((row) => presentPhoto(context, row)),
    nextCursor:
      rows.length > PER_PAGE && last
        ? context.secrets.sign(JSON.stringify([listName(id), last.post_id, last.position]), 'cursor')
        : null,
  }
}

export async function loadPlacePhotos(context: OperationContext, id: string, limit: number): Promise<PlacePhoto[]> {
  return (await readPhotos(context, Number(id), limit, null)).map((row) => presentPhoto(context, row))
}

async function readPhotos(
  { db, session }: OperationContext,
  venueId: number,
  limit: number,
  start: Start | null,
): Promise<Row[]> {
  const { post = Number.MAX_SAFE_INTEGER, position = -1 } = start ?? {}
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

const listName = (venueId: number) => `photos of place ${venueId}`

function readCursor(secrets: Secrets, venueId: number, cursor: string): Start {
  const signed = secrets.verify(cursor, 'cursor')
  const [list, post, position] = JSON.parse(signed ?? '[]') as [string?, number?, number?]
  if (list !== listName(venueId) || post === undefined || position === undefined) {
    throw badInput([{ field: 'cursor', message: errorMessages.BAD_USER_INPUT }])
  }
  return { post, position }
}
