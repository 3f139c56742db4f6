type Owned = { account_id: number }
/** Who asks: a session, of which only the account counts here. */
type Caller = { accountId: number }

export function canEditPost(caller: Caller, post: Owned): boolean {
  return post.account_id === caller.accountId
}

export function canDeletePost(caller: Caller, post: Owned): boolean {
  return post.account_id === caller.accountId
}
