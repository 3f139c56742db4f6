type Reader = Readonly<{ accountId: number }>

/** Everybody may read a post. */
export type PostAction = 'edit' | 'delete'

/** What no rule allows is refused. */
export function may(reader: Reader | null, action: PostAction, post: Readonly<{ account_id: number }>): boolean {
  if (reader === null) return false
  switch (action) {
    // Only the author may change a post.
    case 'edit':
    case 'delete':
      return post.account_id === reader.accountId
    default:
      return false
  }
}
