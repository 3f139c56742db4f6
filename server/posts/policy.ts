/** Who asks: the account of the session. */
type Reader = Readonly<{ accountId: number }>

/** What a reader may ask to do with a post beyond reading it. */
export type PostAction = 'edit' | 'delete'

/** Whether the reader may do this with the post. What no rule allows is refused. */
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
