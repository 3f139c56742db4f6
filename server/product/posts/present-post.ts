import { type RawBuilder, sql } from 'kysely'
import type { AreaName, Post } from '#contract/schema.gen.ts'
import { postColumns, type WrittenPost } from '#rules/post.ts'
import type { OperationContext } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type ImageInfoRow, imageInfo } from '../../platform/pictures/picture.ts'

/** Place of a post; `been` is the number of members who have been there, where it was counted. */
export type Place = Readonly<{ id: string | null; areas: AreaName[]; been?: number }>

/** A post for the API, without the fields that are loaded only when requested. */
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
  | 'verdict'
> & {
  commentCount: number
  place?: Place
}

/** A post and its author; no column is private. */
export type PostRow = ImageInfoRow &
  WrittenPost & {
    id: number
    image_url: string | null
    image_key: string | null
    image_count: number
    created_at: Date
    handle: string
    username: string
    author_image_url: string | null
    author_image_key: string | null
    like_count: number
    comment_count: number
    again_score: number
  }

const columns = `p.id, ${postColumns.map((name) => `p.${name}`).join(', ')}, p.created_at,
    u.url as image_url, i.key as image_key, i.width as image_width, i.height as image_height,
    i.placeholder as image_placeholder,
    cardinality(array(select c.position from image_uses c where c.post_id = p.id)) as image_count,
    a.handle, a.username, au.url as author_image_url, ai.key as author_image_key,
    coalesce(s.like_count, 0) as like_count, coalesce(s.comment_count, 0) as comment_count,
    coalesce(s.again_score, 0) as again_score`

const tables = `posts p
  join post_stats s on s.post_id = p.id
  join accounts a on a.id = p.account_id
  left join image_uses u on u.post_id = p.id and u.position = 0
  left join images i on i.id = u.image_id
  left join image_uses au on au.account_id = a.id and au.position = 0
  left join images ai on ai.id = au.image_id`

/** `select … from posts p` with every column of `PostRow`; a constant text, because building it for each call is slow. */
export const selectPosts: RawBuilder<PostRow> = sql<PostRow>`${prepared}
  select ${sql.raw(columns)} from ${sql.raw(tables)}`

/** `selectPosts` with hidden posts too, which have no counts. */
export const selectPostsHiddenToo: RawBuilder<PostRow> = sql<PostRow>`${prepared}
  select ${sql.raw(columns)} from ${sql.raw(tables.replace('join post_stats', 'left join post_stats'))}`

export function presentPost(
  { images, shown }: Pick<OperationContext, 'images' | 'shown'>,
  row: PostRow,
): PresentedPost {
  shown.add(String(row.id))
  return {
    ...writtenOf(row),
    id: String(row.id),
    image: images.urlOf(row.image_key, row.image_url),
    image_info: imageInfo(row),
    image_count: row.image_count,
    createdAt: row.created_at.toISOString(),
    username: row.username,
    user_profile: images.urlOf(row.author_image_key, row.author_image_url),
    user_id: row.handle,
    like: row.like_count,
    commentCount: row.comment_count,
  }
}

function writtenOf(row: PostRow): WrittenPost {
  return Object.fromEntries(postColumns.map((name) => [name, row[name]])) as WrittenPost
}
