/** Whether the caller, of whose session only the account matters here, may edit and delete a post: its author may. */
export function canChangePost(caller: { accountId: number }, post: { account_id: number }): boolean {
  return post.account_id === caller.accountId
}
