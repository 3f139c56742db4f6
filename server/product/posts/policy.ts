type Reader = Readonly<{ accountId: number }>

export type PostAction = 'edit' | 'delete'

/** Whether a reader may edit or delete a post. */
export function mayChangePost(
  reader: Reader | null,
  action: PostAction,
  post: Readonly<{ account_id: number }>,
): boolean {
  if (reader === null) return false
  switch (action) {
    case 'edit':
    case 'delete':
      return post.account_id === reader.accountId
    default:
      return false
  }
}
