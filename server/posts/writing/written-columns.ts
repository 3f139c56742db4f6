import type { Insertable } from 'kysely'
import type { PostInput } from '#rules/post.ts'
import type { PostsTable } from '../../db/tables/posts.ts'

type Written = Omit<PostInput, 'images'>

/** A written field without a column is a type error. */
export function columnsOf({
  images: _addresses,
  dishes,
  ...fields
}: PostInput): Pick<Insertable<PostsTable>, keyof Written> {
  return { ...fields, dishes: JSON.stringify(dishes) }
}

/** What people read of it. */
export function textsOf({ title, contents, place_name, address, dishes }: PostInput): (string | null)[] {
  return [title, contents, place_name, address, ...dishes.map(({ name }) => name)]
}
