import { type RawBuilder, sql } from 'kysely'
import type {
  ClosedDay,
  KindCount,
  PlaceDish,
  PlacePhoto,
  PlacePhotoList,
  PriceRange,
  QueryGetPlaceArgs,
  QueryGetPlacePhotosArgs,
} from '#contract/schema.gen.ts'
import { cutPage, type OperationContext, parseCursor } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { shownPlace, shownPostsOfPlace } from '../../../platform/database/shown.ts'
import { requireId } from '../../../platform/errors.ts'
import { type ImageInfoRow, imageInfo } from '../../../platform/pictures/picture.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { EXACT_COUNT_LIMIT } from '../lists/list-counts.ts'
import { loadPlaces } from '../post-loaders.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { getShop, type PresentedPlace } from './get-shop.ts'

/** Limit of posts that are read: the newest one may lack an address or a position. */
const NEWEST = 100

/** A place with the data of its posts, or a shop of public data without posts. @throws {AppError} NOT_FOUND */
export async function getPlace(context: OperationContext, args: QueryGetPlaceArgs): Promise<PresentedPlace> {
  const id = requireId(args.id)
  context.shown.add(shownPlace(String(id)))
  const isSeen = sql<boolean>`exists (select from posts w where w.id = v.post_id and ${isShownTo(context.session, 'post', 'w')})`
  const [{ rows }, totals, facts] = await Promise.all([
    sql<PostRow>`${selectPosts}
      join (
        select post_id from venue_posts v where venue_id = ${id} and ${isSeen} order by post_id desc limit ${sql.lit(NEWEST)}
      ) newest on newest.post_id = p.id
      order by p.id desc`.execute(context.db),
    totalsOf(context.db, id, isSeen),
    loadPlaceFacts(context.db, id, isSeen),
  ])
  const posts = rows.map((row) => presentPost(context, row))
  const [newest] = posts
  context.shown.add(shownPostsOfPlace(id))
  if (!newest) {
    // Any new post near by may be about the shop.
    context.shown.addUnnamed()
    const shop = await getShop(context, id)
    return 'venue' in shop ? getPlace(context, { id: String(shop.venue) }) : shop
  }
  const placed = posts.find(({ lat }) => lat !== null)
  const { hours, price, kinds, dishes, dish_people, telephone } = facts
  const addressed = posts.find(({ address }) => address !== null)
  const [place] = await loadPlaces(context.db, [(placed ?? addressed ?? newest).id])
  return {
    id: String(id),
    name: newest.place_name ?? newest.title,
    address: addressed?.address ?? null,
    lat: placed?.lat ?? null,
    lng: placed?.lng ?? null,
    areas: place?.areas ?? [],
    start_time: hours?.start_time ?? null,
    end_time: hours?.end_time ?? null,
    hours_count: hours?.count ?? 0,
    closed_on: hours?.closed_on ?? [],
    price: price?.price ?? null,
    price_count: price?.count ?? 0,
    kinds,
    dishes,
    dish_people,
    telephone,
    ...totals,
    record: null,
  }
}

async function totalsOf(
  db: Queryable,
  id: number,
  isSeen: RawBuilder<boolean>,
): Promise<{ count: number; like: number }> {
  const { rows } = await sql<{ count: number; like: number }>`${prepared}
    select count(*) as count, coalesce(sum(s.like_count), 0)::float8 as like from (
      select post_id from venue_posts v where venue_id = ${id} and ${isSeen} order by post_id desc limit ${sql.lit(EXACT_COUNT_LIMIT)}
    ) counted join post_stats s using (post_id)`.execute(db)
  return rows[0] ?? { count: 0, like: 0 }
}

const ASKED = 500
const MAX_DISHES = 8
const MAX_KINDS = 3

type Hours = { start_time: string; end_time: string; closed_on: ClosedDay[] | null; count: number }
type Price = { price: PriceRange; count: number }

type PlaceFacts = {
  hours: Hours | null
  price: Price | null
  kinds: KindCount[]
  dishes: PlaceDish[]
  dish_people: number
  telephone: string | null
}

const NO_FACTS: PlaceFacts = { hours: null, price: null, kinds: [], dishes: [], dish_people: 0, telephone: null }

/** SQL of the month of a time in Seoul: '2026-11'. */
const monthOf = (time: RawBuilder<unknown>) => sql<string>`to_char(${time} at time zone 'Asia/Seoul', 'YYYY-MM')`

/**
 * The facts that most authors of a place's posts state: each counts once, and of equal counts the newest wins.
 * @param isSeen whether the reader may see the post `v.post_id`
 */
async function loadPlaceFacts(db: Queryable, venueId: number, isSeen: RawBuilder<boolean>): Promise<PlaceFacts> {
  const { rows } = await sql<PlaceFacts>`${prepared}
    with asked as materialized (
      select p.id, p.account_id, p.kind, p.price, p.dishes, p.start_time, p.end_time, p.closed_on, p.telephone,
        ${monthOf(sql`p.created_at`)} as month
      from (
        select post_id from venue_posts v where venue_id = ${venueId} and ${isSeen}
        order by post_id desc limit ${sql.lit(ASKED)}
      ) newest join posts p on p.id = newest.post_id
    )
    select (
      select to_json(h) from (
        select start_time, end_time, count(distinct account_id) as count,
          (array_agg(to_json(closed_on) order by id desc) filter (where closed_on <> '{}'))[1] as closed_on
        from asked where start_time is not null and end_time is not null
        group by start_time, end_time order by count desc, max(id) desc limit 1
      ) h
    ) as hours, (
      select to_json(r) from (
        select price, count(distinct account_id) as count from asked where price is not null
        group by price order by count desc, max(id) desc limit 1
      ) r
    ) as price, array(
      select json_build_object('kind', kind, 'count', count(distinct account_id)) from asked where kind is not null
      group by kind order by count(distinct account_id) desc, max(id) desc limit ${sql.lit(MAX_KINDS)}
    ) as kinds, array(
      select json_build_object(
        'name', (array_agg(d.name order by asked.id desc))[1],
        'price', (array_agg(d.price order by asked.id desc) filter (where d.price is not null))[1],
        'month', (array_agg(asked.month order by asked.id desc) filter (where d.price is not null))[1],
        'count', count(distinct asked.account_id)
      )
      from asked, jsonb_to_recordset(asked.dishes) as d (name text, price integer)
      group by lower(replace(d.name, ' ', ''))
      order by count(distinct asked.account_id) desc, max(asked.id) desc limit ${sql.lit(MAX_DISHES)}
    ) as dishes, (
      select count(distinct account_id) from asked where dishes <> '[]'
    ) as dish_people, (
      select telephone from (
        select distinct on (account_id) telephone, id from asked where telephone is not null
        order by account_id, id desc
      ) said group by telephone order by count(*) desc, max(id) desc limit 1
    ) as telephone`.execute(db)
  return rows[0] ?? NO_FACTS
}

const PER_PAGE = 30

type Row = ImageInfoRow & {
  post_id: number
  position: number
  title: string
  month: string
  url: string | null
  key: string | null
}

/** Id of a post and position in it of the photo after which a page begins. */
type Start = readonly [post: number, position: number]
const BEGINNING: Start = [Number.MAX_SAFE_INTEGER, -1]

/** Photos of a place: those of the newest post first, in the order of each post. @throws {AppError} BAD_USER_INPUT for a foreign cursor */
export async function getPlacePhotos(
  context: OperationContext,
  args: QueryGetPlacePhotosArgs,
): Promise<PlacePhotoList> {
  const id = requireId(args.id)
  context.shown.add(shownPostsOfPlace(id))
  const list = `photos of place ${id}`
  const start = parseCursor<Start>(context, list, args.cursor) ?? BEGINNING
  const rows = await loadPhotos(context, id, PER_PAGE + 1, start)
  const keyOf = ({ post_id, position }: Row): Start => [post_id, position]
  const { page, nextCursor } = cutPage(context, list, { rows, size: PER_PAGE, keyOf })
  return { data: page.map((row) => presentPhoto(context, row)), nextCursor }
}

/** The first photos of a place, in the order of `getPlacePhotos`. */
export async function loadPlacePhotos(context: OperationContext, id: string, limit: number): Promise<PlacePhoto[]> {
  return (await loadPhotos(context, Number(id), limit, BEGINNING)).map((row) => presentPhoto(context, row))
}

async function loadPhotos(
  { db, session }: OperationContext,
  venueId: number,
  limit: number,
  [post, position]: Start,
): Promise<Row[]> {
  const isAfter = sql`(u.post_id < ${post}::bigint or u.position > ${position})`
  const { rows } = await sql<Row>`${prepared}
    select u.post_id, u.position, p.title, ${monthOf(sql`p.created_at`)} as month, u.url, i.key, i.width as image_width, i.height as image_height,
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

/** Photos of menus in the newest posts of a place, in each post's order. */
export async function loadPlaceMenus(context: OperationContext, id: string, limit: number): Promise<PlacePhoto[]> {
  const { rows } = await sql<Row>`${prepared}
    select u.post_id, u.position, p.title, ${monthOf(sql`p.created_at`)} as month, u.url, i.key, i.width as image_width,
      i.height as image_height, i.placeholder as image_placeholder
    from (
      select post_id from venue_posts v
      where venue_id = ${Number(id)} and exists (select from posts w where w.id = v.post_id and ${isShownTo(context.session, 'post', 'w')})
      order by post_id desc limit ${sql.lit(ASKED)}
    ) newest
    join posts p on p.id = newest.post_id and p.menus <> '{}'
    join image_uses u on u.post_id = p.id and u.position = any(p.menus)
    left join images i on i.id = u.image_id
    order by u.post_id desc, u.position limit ${limit}`.execute(context.db)
  return rows.map((row) => presentPhoto(context, row))
}

function presentPhoto({ images, shown }: OperationContext, row: Row): PlacePhoto {
  const id = String(row.post_id)
  shown.add(id)
  const image = images.urlOf(row.key, row.url) ?? ''
  return { post: id, title: row.title, image, image_info: imageInfo(row), month: row.month }
}
