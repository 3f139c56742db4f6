type Reader = Readonly<{ accountId: number }>

/** Ids of the authors of a comment and of its post. */
export type Ownership = Readonly<{ account_id: number; post_account_id: number }>

export type CommentAction = 'edit' | 'delete'

export function mayChangeComment(reader: Reader | null, action: CommentAction, comment: Ownership): boolean {
  if (reader === null) return false
  const isAuthor = comment.account_id === reader.accountId
  switch (action) {
    case 'edit':
      return isAuthor
    case 'delete':
      return isAuthor || comment.post_account_id === reader.accountId
    default:
      return false
  }
}
