import { type RawBuilder, sql } from 'kysely'
import type { AreaName, ClosedDay, Dish, FoodKind, PlaceTrait, Post, PriceRange } from '#contract/schema.gen.ts'
import type { OperationContext } from '../../platform/context.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type ImageInfoRow, imageInfo } from '../../platform/images/picture.ts'

/** `been` is the number of visitors, where it was counted. */
export type Place = Readonly<{ id: string | null; areas: AreaName[]; been?: number }>

/** Without the fields that are loaded only when requested. */
export type PresentedPost = Omit<
  Post,
  | 'images'
  | 'likeUsers'
  | 'liked'
  | 'wanted'
  | 'been'
  | 'place_id'
  | 'been_count'
  | 'areas'
  | 'comments'
  | 'hiddenBecause'
  | 'share_image'
> & {
  commentCount: number
  place?: Place
}

/** Public columns of a post and its author. */
export type PostRow = ImageInfoRow & {
  id: number
  title: string
  contents: string
  image_url: string | null
  image_key: string | null
  image_count: number
  address: string | null
  place_name: string | null
  lat: number | null
  lng: number | null
  start_time: string | null
  end_time: string | null
  kind: FoodKind | null
  price: PriceRange | null
  dishes: Dish[]
  closed_on: ClosedDay[]
  traits: PlaceTrait[]
  created_at: Date
  handle: string
  username: string
  author_image_url: string | null
  author_image_key: string | null
  like_count: number
  comment_count: number
}

const columns = `p.id, p.title, p.contents, u.url as image_url, i.key as image_key, i.width as image_width, i.height as image_height,
    i.placeholder as image_placeholder,
    cardinality(array(select c.position from image_uses c where c.post_id = p.id)) as image_count,
    p.address, p.place_name, p.lat, p.lng, p.start_time, p.end_time, p.kind, p.price, p.dishes,
    p.closed_on, p.traits, p.created_at,
    a.handle, a.username, au.url as author_image_url, ai.key as author_image_key,
    coalesce(s.like_count, 0) as like_count, coalesce(s.comment_count, 0) as comment_count`

const tables = `posts p
  join post_stats s on s.post_id = p.id
  join accounts a on a.id = p.account_id
  left join image_uses u on u.post_id = p.id and u.position = 0
  left join images i on i.id = u.image_id
  left join image_uses au on au.account_id = a.id and au.position = 0
  left join images ai on ai.id = au.image_id`

/** `select … from posts p` with every column of `PostRow`, as text, because building it for each call is slow. */
export const selectPosts: RawBuilder<PostRow> = sql<PostRow>`${prepared}
  select ${sql.raw(columns)} from ${sql.raw(tables)}`

/** The same with hidden posts, which have no counts. */
export const selectHiddenToo: RawBuilder<PostRow> = sql<PostRow>`${prepared}
  select ${sql.raw(columns)} from ${sql.raw(tables.replace('join post_stats', 'left join post_stats'))}`

export function presentPost(
  { images, shown }: Pick<OperationContext, 'images' | 'shown'>,
  row: PostRow,
): PresentedPost {
  shown.add(String(row.id))
  return {
    id: String(row.id),
    title: row.title,
    contents: row.contents,
    image: images.urlOf(row.image_key, row.image_url),
    image_info: imageInfo(row),
    image_count: row.image_count,
    address: row.address,
    place_name: row.place_name,
    lat: row.lat,
    lng: row.lng,
    start_time: row.start_time,
    end_time: row.end_time,
    kind: row.kind,
    price: row.price,
    dishes: row.dishes,
    closed_on: row.closed_on,
    traits: row.traits,
    createdAt: row.created_at.toISOString(),
    username: row.username,
    user_profile: images.urlOf(row.author_image_key, row.author_image_url),
    user_id: row.handle,
    like: row.like_count,
    commentCount: row.comment_count,
  }
}
