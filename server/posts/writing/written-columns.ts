import type { Insertable } from 'kysely'
import type { PostInput } from '#rules/post.ts'
import type { PostsTable } from '../../db/tables/posts.ts'

type Written = Omit<PostInput, 'image'>

/** A written field without a column is a type error. */
export function columnsOf({
  image: _address,
  dishes,
  ...fields
}: PostInput): Pick<Insertable<PostsTable>, keyof Written> {
  return { ...fields, dishes: JSON.stringify(dishes) }
}
